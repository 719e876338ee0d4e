"""A trained net as an ONNX file, which bots read without PyTorch."""

from __future__ import annotations

import shutil
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

import onnx
import torch
from onnx import helper
from torch import Tensor, nn

from . import checkpoint
from .net import Net, values
from .training import Training

OPSET = 17  # old enough for every onnxruntime that we allow
BEFORE = ".before"  # ends the name of a file whose place was taken


class Judgement(nn.Module):
    """What bots ask a net for: planes in, logits of all codes and values out."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self.net = net

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        logits, result, *_ = self.net(planes)
        return logits, values(result)


def model(training: Training, net: Net, seconds: float) -> onnx.ModelProto:
    """Write a net as a graph, BatchNorm folded into the convolutions."""
    planes = torch.zeros(2, net.points, net.planes, dtype=torch.uint8)
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        # PyTorch calls this way of exporting the old one. The new one gives the same graph, no faster and 5 % larger,
        # but needs onnxscript and ten times as long: it is the way to go once this one is dropped.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            Judgement(net).eval(),
            (planes,),
            file := f"{folder}/net.onnx",
            input_names=["planes"],
            output_names=["logits", "values"],
            dynamic_axes={name: {0: "n"} for name in ("planes", "logits", "values")},
            opset_version=OPSET,
            dynamo=False,
        )
        made = onnx.load(file)
    made.graph.output[0].type.tensor_type.shape.dim[1].dim_value = training.rules.CODES
    made.producer_name, made.graph.name = "meadhall", training.game.name
    label(training, made, seconds)
    onnx.checker.check_model(made)
    return made


def label(training: Training, made: onnx.ModelProto, seconds: float) -> None:
    """Write on a net what it was made for."""
    game, planes = training.game, str(training.planes.PLANES)
    said = {"game": game.name, "planes": planes, "rules": checkpoint.fingerprint(game), "trained": str(round(seconds))}
    del made.metadata_props[:]
    helper.set_model_props(made, said)


def export(training: Training, folder: Path, file: Path, int8: bool, keep: bool) -> None:
    """Write the net of a course into a file; if asked to, keep what was there the first time beside it."""
    kept = checkpoint.load(training, folder)
    assert kept is not None
    net = checkpoint.net_of(training, kept, folder / checkpoint.LATEST, "mean").eval()
    made = model(training, net, kept["seconds"])
    if int8:
        from . import quantize

        whole = made
        made = quantize.quantized(whole, quantize.positions(training, net, quantize.CALIBRATE, seed=1)[0])
        found = quantize.compared(whole, made, *quantize.positions(training, net, quantize.COMPARE, seed=2))
        print(
            f"In whole numbers: KL divergence of opinions {found['kl']:.5f}, the same first choice in "
            f"{found['same choice']:.1%}, values {found['value']:.4f} apart (at most {found['value, worst']:.3f}); "
            f"{found['evaluations/s, second']:,.0f} evaluations/s on one core instead of {found['evaluations/s']:,.0f}."
        )
    before = file.with_name(file.name + BEFORE)
    if keep and file.exists() and not before.exists():
        checkpoint.replace_file(before, lambda part: shutil.copyfile(file, part))
        print(f"The net that was there before is kept in {before}.")
    checkpoint.replace_file(file, lambda part: part.write_bytes(made.SerializeToString()))
    print(f"The net is in {file}: {file.stat().st_size / 1e6:.2f} MB, {kept['seconds'] / 60:.0f} minutes of learning.")
