"""As much of JSON Schema as the OpenAPI description uses."""

from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "array": (list,),
    "object": (dict,),
}


def problems(value: Any, schema: dict[str, Any], where: str = "$") -> list[str]:
    """Return what in a value does not fit a schema."""
    if schema["type"] == "integer" and isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, TYPES[schema["type"]]):
        return [f"{where} is no {schema['type']}: {value!r}"]
    found: list[str] = []
    parts: Any = value
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where} is {value!r}")
    low, high = schema.get("minimum"), schema.get("maximum")
    if (low is not None and value < low) or (high is not None and value > high):
        found.append(f"{where} is {value!r}")
    if schema["type"] == "array":
        for number, item in enumerate(parts):
            found += problems(item, schema["items"], f"{where}[{number}]")
    if schema["type"] == "object" and "properties" in schema:
        found += [f"{where} lacks {name}" for name in schema["required"] if name not in parts]
        for name, item in parts.items():
            if name in schema["properties"]:
                found += problems(item, schema["properties"][name], f"{where}.{name}")
            else:
                found.append(f"{where} has {name}")
    return found
