"""Arrays that lie elsewhere, such as on a GPU, given to other libraries and taken from them without a copy.

DLPack is a small C structure in a capsule: where the numbers lie, their kind, shape and strides, and a function to call
when they are no longer needed. PyTorch, JAX, CuPy and others speak it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # kinds of devices
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}
LEGACY_STREAM = 1  # CUDA's default stream, as DLPack writes it


class _Device(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32), ("number", ctypes.c_int32)]


class _Kind(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("kind", _Kind),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    pass


_Release = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("release", _Release)]
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, _Destructor)
_valid = ctypes.pythonapi.PyCapsule_IsValid
_valid.restype, _valid.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)
UNTAKEN = b"dltensor"

_lent: dict[int, tuple[Any, ...]] = {}  # what others still use, by the address of its structure


@_Release  # type: ignore[untyped-decorator]
def _given_back(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


@_Destructor  # type: ignore[untyped-decorator]
def _never_taken(capsule: int) -> None:
    if _valid(capsule, UNTAKEN):
        _lent.pop(_pointer(capsule, UNTAKEN), None)


def lent() -> int:
    """Say how many arrays others have and did not give back."""
    return len(_lent)


class Shared:
    """An array that others may use where it lies; strides are in elements.

    `numpy()` copies it to the CPU. `keep` owns the memory, `where` gives its address, the kind of the device and its
    number; `wait` has another stream of work wait for ours.
    """

    def __init__(
        self,
        keep: Any,
        where: Callable[[], tuple[int, int, int]],
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        dtype: Any,
        copy: Callable[[], Any],
        wait: Callable[[int], None],
    ) -> None:
        self.shape, self.strides, self.dtype = shape, strides, np.dtype(dtype)
        self._keep, self._where, self._copy, self._wait = keep, where, copy, wait

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._where()[1:]

    def __dlpack__(self, *, stream: Any = None, **wishes: Any) -> Any:
        if stream not in (None, -1, 0, LEGACY_STREAM):
            self._wait(int(stream))
        data, *device = self._where()
        dimensions = len(self.shape)
        shape, strides = (ctypes.c_int64 * dimensions)(*self.shape), (ctypes.c_int64 * dimensions)(*self.strides)
        kind = _Kind(KINDS[self.dtype.kind], 8 * self.dtype.itemsize, 1)
        tensor = _Tensor(data, _Device(*device), dimensions, kind, shape, strides, 0)
        managed = _Managed(tensor, None, _given_back)
        address = ctypes.addressof(managed)
        _lent[address] = (managed, shape, strides, self)
        return _new(address, UNTAKEN, _never_taken)

    @property
    def address(self) -> int:
        """Where its first number lies."""
        return self._where()[0]

    def numpy(self) -> Any:
        """Copy it to the CPU."""
        return self._copy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if copy is False:
            raise ValueError("this array lies on a GPU: it cannot be NumPy's without a copy")
        return self._copy().astype(dtype, copy=False) if dtype is not None else self._copy()

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<array of shape {self.shape} of {self.dtype}; numpy() copies it to the CPU>"


class Taken:
    """An array of another library, used where it lies for as long as this object is there."""

    def __init__(self, source: Any) -> None:
        self.device: tuple[int, int] = tuple(int(part) for part in source.__dlpack_device__())  # type: ignore[assignment]
        self._capsule = source.__dlpack__(stream=LEGACY_STREAM) if self.device[0] == CUDA else source.__dlpack__()
        at = _pointer(id(self._capsule), UNTAKEN)
        tensor = ctypes.cast(at, ctypes.POINTER(_Managed)).contents.tensor
        letter = {code: letter for letter, code in KINDS.items()}.get(tensor.kind.code, "V")
        self.dtype = np.dtype(f"{letter}{tensor.kind.bits // 8}")
        self.shape = tuple(tensor.shape[i] for i in range(tensor.dimensions))
        self.strides = tuple(tensor.strides[i] for i in range(tensor.dimensions)) if tensor.strides else None
        self.address = (tensor.data or 0) + tensor.offset

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        strides = None if self.strides is None else tuple(step * self.dtype.itemsize for step in self.strides)
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.address, False),
            "strides": strides,
            "version": 3,
        }
