#!/usr/bin/env python3
"""link.py serve | rounds HOST N | bytes HOST N | datagrams HOST N: traffic
between two hosts, for hosts_test.sh.

serve      answers the other three, on port 7 of every host
rounds     makes N round trips of one byte over TCP; prints the seconds of the
           fastest and of the slowest
bytes      sends N bytes over TCP and gets their sum back; prints "right" and how
           many segments this host sent twice
datagrams  sends N datagrams over UDP; prints how many came back
"""
import socket
import sys
import threading
import time
import zlib

SO_RCVBUFFORCE = 33  # Linux's; Python has no name for it

def receive(connection, size):
    data = b""
    while len(data) < size:
        piece = connection.recv(size - len(data))
        if not piece:
            raise SystemExit("the connection ended")
        data += piece
    return data


def echo_datagrams():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 1 << 22)
        s.bind(("", 7))
        while True:
            data, sender = s.recvfrom(2000)
            s.sendto(data, sender)


def serve():
    threading.Thread(target=echo_datagrams, daemon=True).start()
    with socket.create_server(("", 7)) as listener:
        print("ready", flush=True)
        while True:
            connection, _ = listener.accept()
            with connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                size = int.from_bytes(receive(connection, 8), "big")
                if size:
                    total = zlib.crc32(receive(connection, size))
                    connection.sendall(total.to_bytes(4, "big"))
                else:
                    while piece := connection.recv(1):
                        connection.sendall(piece)


def connect(host, size):
    connection = socket.create_connection((host, 7))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.sendall(size.to_bytes(8, "big"))
    return connection


def rounds(host, n):
    times = []
    with connect(host, 0) as connection:
        for _ in range(n):
            begin = time.monotonic()
            connection.sendall(b".")
            receive(connection, 1)
            times.append(time.monotonic() - begin)
    print(f"{min(times):.6f} {max(times):.6f}")


def sent_twice():
    with open("/proc/net/snmp", encoding="ascii") as file:
        names, values = [line.split() for line in file if line[:4] == "Tcp:"]
    return int(values[names.index("RetransSegs")])


def send_bytes(host, n):
    data = bytes(i * i >> 8 & 255 for i in range(65536)) * (n // 65536)
    before = sent_twice()
    with connect(host, len(data)) as connection:
        connection.sendall(data)
        total = int.from_bytes(receive(connection, 4), "big")
    print("right" if total == zlib.crc32(data) else "wrong",
          sent_twice() - before)


def datagrams(host, n):
    came = set()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 1 << 22)
        s.settimeout(2)
        for i in range(n):
            s.sendto(i.to_bytes(4, "big"), (host, 7))
            if i % 50 == 49:
                time.sleep(0.002)  # no queue gets full
                s.setblocking(False)
                try:
                    while True:
                        came.add(s.recv(2000))
                except BlockingIOError:
                    s.settimeout(2)
        try:
            while len(came) < n:
                came.add(s.recv(2000))
        except TimeoutError:
            pass
    print(len(came))


if sys.argv[1:] == ["serve"]:
    serve()
else:
    {"rounds": rounds, "bytes": send_bytes, "datagrams": datagrams}[
        sys.argv[1]](sys.argv[2], int(sys.argv[3]))
