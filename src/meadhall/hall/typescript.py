"""Write the wire types as TypeScript: `python -m meadhall.hall.typescript > web/src/wire.ts`."""

from __future__ import annotations

from inspect import cleandoc

import msgspec
from msgspec import inspect as shapes

from . import messages

HEAD = "// Generated from src/meadhall/hall/messages/ by `python -m meadhall.hall.typescript`. Do not edit.\n"


def typescript() -> str:
    """Write every message as an interface."""
    structs = [
        value
        for value in vars(messages).values()
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not msgspec.Struct
    ]
    return HEAD + "".join(_interface(struct) for struct in structs)


def _interface(struct: type[msgspec.Struct]) -> str:
    shape = shapes.type_info(struct)
    assert isinstance(shape, shapes.StructType)
    fields = "".join(
        f"  {field.encode_name}{'' if field.required else '?'}: {_type(field.type)}\n" for field in shape.fields
    )
    return f"\n/** {cleandoc(struct.__doc__ or '')} */\nexport interface {struct.__name__} {{\n{fields}}}\n"


def _type(shape: shapes.Type) -> str:
    match shape:
        case shapes.StructType():
            return shape.cls.__name__
        case shapes.StrType():
            return "string"
        case shapes.IntType() | shapes.FloatType():
            return "number"
        case shapes.BoolType():
            return "boolean"
        case shapes.NoneType():
            return "null"
        case shapes.AnyType():
            return "any"
        case shapes.LiteralType():
            return " | ".join(f'"{value}"' for value in shape.values)
        case shapes.UnionType():
            return " | ".join(_type(part) for part in shape.types)
        case shapes.ListType():
            inner = _type(shape.item_type)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case shapes.TupleType():
            return f"[{', '.join(_type(part) for part in shape.item_types)}]"
        case shapes.DictType():
            return f"Record<{_type(shape.key_type)}, {_type(shape.value_type)}>"
    raise TypeError(f"no TypeScript for {shape}")


if __name__ == "__main__":
    print(typescript(), end="")
