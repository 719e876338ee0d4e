"""A trained net as an ONNX file, which bots read without PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from . import checkpoint
from .net import CODES, PLANES, POINTS, SIDE, Block, Net
from .room import GAME

OPSET, IR = 17, 9  # old enough for every onnxruntime that we allow
Array = NDArray[Any]


class Graph:
    """The nodes and numbers of an ONNX graph, written one after the other."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.numbers: list[Any] = []

    def number(self, array: Array) -> str:
        """Add a constant; give its name."""
        name = f"c{len(self.numbers)}"
        self.numbers.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def add(self, kind: str, *inputs: str, output: str | None = None, **attributes: Any) -> str:
        """Add a node; give the name of its output."""
        name = output or f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], name=f"{kind}_{len(self.nodes)}", **attributes))
        return name

    def conv(self, x: str, weight: Array, bias: Array) -> str:
        """Add a convolution that keeps the board's size."""
        edge = weight.shape[-1]
        return self.add(
            "Conv", x, self.number(weight), self.number(bias), kernel_shape=[edge, edge], pads=[edge // 2] * 4
        )

    def linear(self, x: str, layer: nn.Linear) -> str:
        """Add a full layer."""
        return self.add("Gemm", x, self.number(_of(layer.weight)), self.number(_of(layer.bias)), transB=1)

    def spread(self, x: str) -> str:
        """Give each channel's number to all points of the board."""
        return self.add("Unsqueeze", x, self.number(np.array([2, 3])))


def _of(tensor: Any) -> Array:
    return np.asarray(tensor.detach().cpu().float().numpy(), np.float32)


def folded(conv: nn.Conv2d, norm: nn.BatchNorm2d) -> tuple[Array, Array]:
    """Give weight and bias of a convolution that does the work of a BatchNorm behind it."""
    assert norm.running_mean is not None and norm.running_var is not None
    factor = _of(norm.weight) / np.sqrt(_of(norm.running_var) + norm.eps)
    return _of(conv.weight) * factor[:, None, None, None], _of(norm.bias) - _of(norm.running_mean) * factor


def model(net: Net, seconds: float) -> onnx.ModelProto:
    """Write a net as a graph: planes in, logits of all codes and values out."""
    graph = Graph()
    mixed = graph.add("Cast", graph.add("Transpose", "planes", perm=[0, 2, 1]), to=TensorProto.FLOAT)
    board = graph.add("Reshape", mixed, graph.number(np.array([-1, PLANES, SIDE, SIDE])))
    ranges = [graph.number(np.array([k])) for k in (0, 1, 1)]
    mask = graph.add("Slice", board, *ranges)
    area = graph.add("ReduceSum", mask, graph.number(np.array([2, 3])), keepdims=0)

    def masked(x: str) -> str:
        return graph.add("Mul", graph.add("Relu", x), mask)

    def pooled(x: str) -> str:
        total = graph.add("ReduceSum", x, graph.number(np.array([2, 3])), keepdims=0)
        most = graph.add("ReduceMax", x, axes=[2, 3], keepdims=0)
        return graph.add("Concat", graph.add("Div", total, area), most, axis=1)

    def block(x: str, one: Block) -> str:
        y = masked(graph.conv(x, *folded(one.first, one.first_norm)))
        if one.view is not None:
            y = masked(graph.add("Add", y, graph.spread(graph.linear(pooled(y), one.view))))
        return masked(graph.add("Add", x, graph.conv(y, *folded(one.second, one.second_norm))))

    weight, bias = folded(net.stem, net.stem_norm)
    x = masked(graph.conv(board, weight * _of(net.fade)[None, :, None, None], bias))
    for one in net.blocks:
        assert isinstance(one, Block)
        x = block(x, one)
    view = pooled(x)
    acts = graph.conv(x, _of(net.acts.weight), _of(net.acts.bias))
    acts = graph.add("Relu", graph.add("Add", acts, graph.spread(graph.linear(view, net.acts_view))))
    acts = graph.add("Flatten", graph.conv(acts, _of(net.acts_out.weight), _of(net.acts_out.bias)))
    graph.add("Concat", acts, graph.linear(view, net.words), axis=1, output="logits")
    hidden, _, last = net.result
    assert isinstance(hidden, nn.Linear) and isinstance(last, nn.Linear)
    result = graph.linear(graph.add("Relu", graph.linear(view, hidden)), last)
    worth = graph.number(np.array([1.0, 0.5, 0.0], np.float32))  # of a win, a draw, a loss
    graph.add("MatMul", graph.add("Softmax", result, axis=1), worth, output="values")

    inputs = [helper.make_tensor_value_info("planes", TensorProto.UINT8, ["n", POINTS, PLANES])]
    outputs = [
        helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", CODES]),
        helper.make_tensor_value_info("values", TensorProto.FLOAT, ["n"]),
    ]
    made = helper.make_model(
        helper.make_graph(graph.nodes, GAME, inputs, outputs, graph.numbers),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR,
        producer_name="meadhall",
    )
    label(made, seconds)
    onnx.checker.check_model(made)
    return made


def label(made: onnx.ModelProto, seconds: float) -> None:
    """Write on a net what it was made for."""
    said = {"game": GAME, "planes": str(PLANES), "rules": checkpoint.fingerprint(), "trained": str(round(seconds))}
    del made.metadata_props[:]
    helper.set_model_props(made, said)


def export(folder: Path, file: Path, int8: bool) -> None:
    """Write the net of a course into a file."""
    kept = checkpoint.load(folder)
    assert kept is not None
    net = checkpoint.net_of(kept, folder / checkpoint.LATEST, "mean").eval()
    made = model(net, kept["seconds"])
    if int8:
        from . import quantize

        whole = made
        made = quantize.quantized(whole, quantize.positions(net, quantize.CALIBRATE, seed=1)[0])
        found = quantize.compared(whole, made, *quantize.positions(net, quantize.COMPARE, seed=2))
        print(
            f"In whole numbers: KL divergence of opinions {found['kl']:.5f}, the same first choice in "
            f"{found['same choice']:.1%}, values {found['value']:.4f} apart (at most {found['value, worst']:.3f}); "
            f"{found['evaluations/s, second']:,.0f} evaluations/s on one core instead of {found['evaluations/s']:,.0f}."
        )
    checkpoint.replace_file(file, lambda part: part.write_bytes(made.SerializeToString()))
    print(f"The net is in {file}: {file.stat().st_size / 1e6:.2f} MB, {kept['seconds'] / 60:.0f} minutes of learning.")
