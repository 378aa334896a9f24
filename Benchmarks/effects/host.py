"""Plug-in instances in the host of host.c, which render arrays and are timed in turns."""

import ctypes
import os
from ctypes import POINTER, c_char_p, c_double, c_float, c_int32, c_uint32, c_void_p

import numpy as np

_library = ctypes.CDLL(os.environ["MEASURE_HOST"])


def _declare(name, result, *arguments):
    function = getattr(_library, name)
    function.restype, function.argtypes = result, arguments
    return function


class Job(ctypes.Structure):
    """The work that `time_jobs` measures: `struct job` of host.c."""

    _fields_ = [
        ("plugin", c_void_p), ("block", c_uint32), ("frames", c_uint32), ("ports", POINTER(c_int32)),
        ("port_count", c_uint32), ("value_count", c_uint32), ("values", POINTER(c_float)), ("records", c_int32),
        ("best", c_double)]


_open = _declare("host_open", c_void_p, c_char_p, c_double)
_close = _declare("host_close", None, c_void_p)
_open_window = _declare("host_open_window", ctypes.c_int, c_void_p)
_port = _declare("host_port", c_int32, c_void_p, c_char_p)
_get = _declare("host_get", c_float, c_void_p, c_int32)
_set = _declare("host_set", None, c_void_p, c_int32, c_float)
_feed = _declare("host_feed", None, c_void_p, c_uint32)
_render = _declare(
    "host_render", None, c_void_p, c_void_p, c_void_p, c_uint32, c_uint32, c_int32, c_void_p)
_time = _declare("host_time", None, POINTER(Job), c_uint32, c_uint32)
_time_series = _declare("host_time_series", None, POINTER(Job), POINTER(c_double), c_uint32)
_time_all = _declare("host_time_all", None, POINTER(c_void_p), c_uint32, c_uint32, POINTER(c_double), c_uint32)
flush_to_zero = _declare("host_flush_to_zero", None, ctypes.c_int)


def feed(samples):
    """Copies `samples` to the inputs of all plug-ins for timing. They stay there until the next `render`."""
    array = np.ascontiguousarray(samples, np.float32)
    _feed(array.ctypes.data, len(array))


class Missing(Exception):
    """The plug-in is not installed."""


class Plugin:
    """An active instance. The items are its controls, by symbol."""

    def __init__(self, uri, settings=(), rate=48000):
        self.rate = rate
        self._handle = _open(uri.encode(), rate)
        if not self._handle:
            raise Missing(uri)
        for symbol, value in dict(settings).items():
            self[symbol] = value

    def __del__(self):
        if self._handle:
            _close(self._handle)

    def port(self, symbol):
        index = _port(self._handle, symbol.encode())
        if index < 0:
            raise KeyError(symbol)
        return index

    def __getitem__(self, symbol):
        return _get(self._handle, self.port(symbol))

    def __setitem__(self, symbol, value):
        _set(self._handle, self.port(symbol), value)

    def render(self, samples, block=64, symbol=None, values=None):
        """Returns the first output for `samples` in every input. `values` has a value of `symbol` for each block."""
        source = np.ascontiguousarray(samples, np.float32)
        result = np.empty_like(source)
        port = -1
        if symbol is not None:
            port = self.port(symbol)
            values = np.ascontiguousarray(values, np.float32)
            assert len(values) * block >= len(source)
        _render(
            self._handle, source.ctypes.data, result.ctypes.data, len(source), block, port,
            None if values is None else values.ctypes.data)
        return result.astype(np.float64)

    def open_window(self):
        """Adds a window without a screen, whose spectra need recordings of the samples."""
        if not _open_window(self._handle):
            raise Missing("the spectra of a window")

    def job(self, block, frames=4096, symbols=(), values=(), records=False):
        """Returns a job of `frames` frames. The controls `symbols` cycle through `values`, one in each block. `records` is
        whether the window of `open_window` requests a recording of the job, of at most 8192 frames."""
        ports = (c_int32 * len(symbols))(*map(self.port, symbols))
        array = (c_float * len(values))(*values)
        return Job(self._handle, block, frames, ports, len(ports), len(array), array, records, 0)


def time_jobs(jobs, rounds):
    """Returns the best of `rounds` rounds for each job, in nanoseconds a frame. In a round the jobs take turns."""
    array = (Job * len(jobs))(*jobs)
    _time(array, len(jobs), rounds)
    return [job.best for job in array]


def time_series(job, count):
    """Returns the nanoseconds a frame of each of `count` successive runs of `job`."""
    results = (c_double * count)()
    _time_series(job, results, count)
    return np.array(results)


def time_all(plugins, block, rounds):
    """Returns the nanoseconds of each of `rounds` rounds. A round is one block of each plug-in."""
    handles = (c_void_p * len(plugins))(*[plugin._handle for plugin in plugins])
    results = (c_double * rounds)()
    _time_all(handles, len(plugins), block, results, rounds)
    return np.array(results)
