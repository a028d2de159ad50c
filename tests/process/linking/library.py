"""library.py LIBRARY: calls the tasks of the library by ctypes, with callbacks into
Python, in threads, and after os.fork."""
import ctypes
import os
import sys
import threading
import warnings

# From Python 3.12 on fork warns where there are threads.
warnings.simplefilter("ignore", DeprecationWarning)
tasks = ctypes.CDLL(sys.argv[1])
tasks.tasks_sum.restype = ctypes.c_long
tasks.tasks_sum.argtypes = [ctypes.POINTER(ctypes.c_int), ctypes.c_long]
EACH = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_long)
tasks.tasks_each.argtypes = [ctypes.c_long, EACH, ctypes.c_void_p]
N = 1000


def works():
    a = (ctypes.c_int * N)(*range(N))
    squares = [0] * 50

    def put(_, i):  # in whichever thread runs the task
        squares[i] = i * i

    tasks.tasks_each(50, EACH(put), None)
    return (tasks.tasks_sum(a, N) == N * (N - 1) // 2 and tasks.tasks_meet() == 1
            and squares == [i * i for i in range(50)])


results = [works()]
threads = [threading.Thread(target=lambda: results.append(works())) for _ in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
child = os.fork()
if child == 0:
    os._exit(0 if works() else 1)
results.append(os.waitpid(child, 0)[1] == 0)
if len(results) != 5 or not all(results):
    sys.exit(f"wrong: {results}")
print("right")
