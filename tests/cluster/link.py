#!/usr/bin/env python3
"""link.py serve | HOST N: datagrams between two hosts, for hosts_test.sh.  `serve'
answers them on port 7.  The other sends ten one after the other and N at once, and
prints the seconds of the fastest of the ten round trips, and how many of the N came
back."""
import select
import socket
import sys
import time

SO_RCVBUFFORCE = 33  # Linux's; Python has no name for it


def serve(s):
    s.bind(("", 7))
    print("ready", flush=True)
    while True:
        data, sender = s.recvfrom(2000)
        s.sendto(data, sender)


def take(s, came, wait):
    while select.select([s], [], [], wait)[0]:
        came.add(s.recv(2000))
        wait = 0 if wait < 1 else wait


def send(s, host, n):
    s.connect((host, 7))
    fastest, came = 9.0, set()
    for i in range(10):
        began = time.monotonic()
        s.send(b"%d first" % i)
        if select.select([s], [], [], 0.5)[0]:
            s.recv(2000)
            fastest = min(fastest, time.monotonic() - began)
    for i in range(n):
        s.send(b"%d" % i)
        if i % 50 == 49:
            time.sleep(0.002)  # no queue gets full
            take(s, came, 0)
    take(s, came, 2)
    print(f"{fastest:.6f} {len(came)}")


with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
    end.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 1 << 22)
    if sys.argv[1:] == ["serve"]:
        serve(end)
    else:
        send(end, sys.argv[1], int(sys.argv[2]))
