"""A net in whole numbers of 8 bits: smaller, on most CPUs faster, and a little less exact; here is how much less."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from .fast import Fast
from .net import Net
from .selfplay import Trees
from .symmetry import Symmetry
from .training import Training

CALIBRATE, COMPARE = 1024, 2048  # positions
BATCH = 64
Array = NDArray[Any]


def positions(training: Training, net: Net, many: int, seed: int, games: int = 64) -> tuple[Array, Array]:
    """Play games by a net's opinion alone; return planes of positions drawn from them, and which codes are legal."""
    torch.manual_seed(seed)
    symmetry = Symmetry(training, "cpu")
    trees = Trees(games, 1, training.gpu.mix, symmetry)
    fast = Fast(net, games, "cpu")
    planes: list[Array] = []
    legal: list[Array] = []
    while len(planes) * games < 4 * many:  # positions of one game are alike: only some of them are taken
        trees.renew()
        trees.search(fast, 1)
        seen = torch.empty_like(trees.planes)
        symmetry.see(trees.current, trees.straight, seen)
        planes.append(seen.numpy())
        legal.append(trees.policy.numpy() > 0)
        trees.play()
    drawn = torch.randperm(len(planes) * games)[:many].numpy()
    return np.concatenate(planes)[drawn], np.concatenate(legal)[drawn]


class Reader(CalibrationDataReader):  # type: ignore[misc]
    """Hands positions to onnxruntime, which looks how large the numbers inside the net get."""

    def __init__(self, planes: Array) -> None:
        self._batches: Iterator[Array] = iter(np.split(planes, range(BATCH, len(planes), BATCH)))

    def get_next(self) -> dict[str, Array] | None:
        """Give the next positions, as onnxruntime asks for them."""
        planes = next(self._batches, None)
        return None if planes is None else {"planes": planes}


def quantized(whole: onnx.ModelProto, planes: Array) -> onnx.ModelProto:
    """Return a net whose blocks reckon in whole numbers, each fitted to what these positions need.

    The first convolution, which sees numbers beside marks, and the heads, which tell actions apart, stay as they are:
    in whole numbers they would lose most of what is lost, and they take little time.
    """
    convolutions = [node.name for node in whole.graph.node if node.op_type == "Conv" and "/blocks." in node.name]
    with TemporaryDirectory() as folder, _quiet():
        before, after = Path(folder, "before.onnx"), Path(folder, "after.onnx")
        onnx.save(whole, before)
        quantize_static(
            before,
            after,
            Reader(planes),
            quant_format=QuantFormat.QDQ,
            nodes_to_quantize=convolutions,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
        )
        made = onnx.load(after)
    del made.metadata_props[:]
    made.metadata_props.extend(whole.metadata_props)
    return made


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep back what onnxruntime says to every net: to prepare it first, as was done in `model`."""
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def session(model: onnx.ModelProto) -> Any:
    """Make a net ready to judge, on one core."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def judged(model: onnx.ModelProto, planes: Array) -> tuple[Array, Array, float]:
    """Judge positions; give logits, values, and how many it judges in a second."""
    net, parts = session(model), []
    net.run(None, {"planes": planes[:BATCH]})
    start = time.perf_counter()
    for first in range(0, len(planes), BATCH):
        parts.append(net.run(["logits", "values"], {"planes": planes[first : first + BATCH]}))
    rate = len(planes) / (time.perf_counter() - start)
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts]), rate


def _log_shares(logits: Array, legal: Array) -> Array:
    logits = np.where(legal, logits.astype(np.float64), -np.inf)
    logits -= logits.max(1, keepdims=True)
    return np.asarray(logits - np.log(np.exp(logits).sum(1, keepdims=True)))


def compared(one: onnx.ModelProto, two: onnx.ModelProto, planes: Array, legal: Array) -> dict[str, float]:
    """Say how far the second net's judgement is from the first's, and how fast each is on one core."""
    (logits, values, rate), (others, other_values, other_rate) = judged(one, planes), judged(two, planes)
    ours, theirs = _log_shares(logits, legal), _log_shares(others, legal)
    apart = np.where(legal, np.exp(ours) * (np.where(legal, ours, 0) - np.where(legal, theirs, 0)), 0).sum(1)
    return {
        "kl": float(apart.mean()),
        "same choice": float((ours.argmax(1) == theirs.argmax(1)).mean()),
        "value": float(np.abs(values - other_values).mean()),
        "value, worst": float(np.abs(values - other_values).max()),
        "evaluations/s": rate,
        "evaluations/s, second": other_rate,
    }
