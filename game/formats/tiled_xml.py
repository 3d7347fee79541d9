"""TMX and TSX to the values of TMJ and TSJ and back, so that everything else knows one shape only."""

from __future__ import annotations

from typing import Any

from game.formats.xml_tree import Element

_LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
_TAGS = {kind: tag for tag, kind in _LAYERS.items()}
_TRUE = ("true", "1")


def map_values(root: Element) -> dict[str, Any]:
    """The values of a <map>; numbers may still be text."""
    found: dict[str, Any] = dict(root.attributes)
    found["layers"] = [_layer(child) for child in root.children if child.tag in _LAYERS]
    found["tilesets"] = [tileset_values(child) for child in root.all("tileset")]
    return _with_properties(root, found)


def tileset_values(root: Element) -> dict[str, Any]:
    """The values of a <tileset>."""
    found: dict[str, Any] = dict(root.attributes)
    found["image"] = _source(root)
    found["tiles"] = [_tile(child) for child in root.all("tile")]
    terrains = root.first("terraintypes")
    found["terrains"] = [dict(child.attributes) for child in terrains.children] if terrains else []
    return _with_properties(root, found)


def _tile(element: Element) -> dict[str, Any]:
    return _with_properties(element, {**element.attributes, "image": _source(element)})


def _source(element: Element) -> str:
    image = element.first("image")
    return image.attributes.get("source", "") if image else ""


def _with_properties(element: Element, found: dict[str, Any]) -> dict[str, Any]:
    box = element.first("properties")
    found["properties"] = [_property(child) for child in box.all("property")] if box else []
    return found


def _property(element: Element) -> dict[str, Any]:
    kind = element.attributes.get("type", "string")
    value: Any = element.attributes.get("value", element.text)
    if kind == "bool":
        value = value in _TRUE
    return {"name": element.attributes.get("name", ""), "type": kind, "value": value}


def _layer(element: Element) -> dict[str, Any]:
    found: dict[str, Any] = {**element.attributes, "type": _LAYERS[element.tag]}
    if element.tag == "layer":
        found |= _data(element)
    elif element.tag == "objectgroup":
        found["objects"] = [_object(child) for child in element.all("object")]
    elif element.tag == "imagelayer":
        found["image"] = _source(element)
    else:
        found["layers"] = [_layer(child) for child in element.children if child.tag in _LAYERS]
    return _with_properties(element, found)


def _data(layer: Element) -> dict[str, Any]:
    data = layer.first("data")
    if data is None:
        return {}
    words: dict[str, Any] = {key: each for key, each in data.attributes.items() if key in ("encoding", "compression")}
    chunks = data.all("chunk")
    if chunks or not (data.text.strip() or data.children):
        return {**words, "chunks": [{**chunk.attributes, "data": _cells(chunk, words)} for chunk in chunks]}
    return {**words, "data": _cells(data, words)}


def _cells(data: Element, words: dict[str, Any]) -> list[str] | str:
    return data.text if "encoding" in words else [tile.attributes.get("gid", "0") for tile in data.all("tile")]


def _object(element: Element) -> dict[str, Any]:
    found: dict[str, Any] = dict(element.attributes)
    for child in element.children:
        if child.tag in ("point", "ellipse"):
            found[child.tag] = True
        elif child.tag in ("polygon", "polyline"):
            found[child.tag] = [_point(word) for word in child.attributes.get("points", "").split()]
        elif child.tag == "text":
            found["text"] = {"text": child.text}
    return _with_properties(element, found)


def _point(word: str) -> dict[str, str]:
    x, _, y = word.partition(",")
    return {"x": x, "y": y}


# Values of TMJ -> TMX


def map_element(found: dict[str, Any]) -> Element:
    """The <map> of a map's values."""
    root = _plain("map", found, ("layers", "tilesets", "properties", "type", "compressionlevel"))
    root.children += _properties(found)
    root.children += [_tileset_element(tileset) for tileset in found["tilesets"]]
    root.children += [_layer_element(layer) for layer in found["layers"]]
    return root


def _plain(tag: str, found: dict[str, Any], without: tuple[str, ...]) -> Element:
    return Element(tag, {key: _word(each) for key, each in found.items() if key not in without})


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)


def _properties(found: dict[str, Any]) -> list[Element]:
    rows = [_property_element(each) for each in found.get("properties", [])]
    return [Element("properties", children=rows)] if rows else []


def _property_element(each: dict[str, Any]) -> Element:
    words = {"name": each["name"]}
    if each["type"] != "string":
        words["type"] = each["type"]
    value = each["value"]
    words["value"] = str(value).lower() if isinstance(value, bool) else str(value)
    return Element("property", words)


def _tileset_element(found: dict[str, Any]) -> Element:
    image = ("image", "imagewidth", "imageheight")
    root = _plain("tileset", found, (*image, "tiles", "properties"))
    size = {"width": str(found["imagewidth"]), "height": str(found["imageheight"])}
    root.children.append(Element("image", {"source": found["image"], **size}))
    for tile in found["tiles"]:
        root.children.append(Element("tile", {"id": str(tile["id"])}, children=_properties(tile)))
    return root


def _layer_element(found: dict[str, Any]) -> Element:
    without = ("type", "data", "encoding", "compression", "objects", "image", "properties", "x", "y", "draworder")
    root = _plain(_TAGS[found["type"]], found, without)
    root.children += _properties(found)
    if found["type"] == "tilelayer":
        root.children.append(_data_element(found))
    elif found["type"] == "imagelayer":
        root.children.append(Element("image", {"source": found["image"]}))
    else:
        root.children += [_object_element(each) for each in found["objects"]]
    return root


def _data_element(found: dict[str, Any]) -> Element:
    encoding, compression = found.get("encoding", "csv"), found.get("compression", "")
    words = {"encoding": encoding, **({"compression": compression} if compression else {})}
    if encoding != "csv":
        return Element("data", words, found["data"])
    width, data = found["width"], [str(gid) for gid in found["data"]]
    rows = [",".join(data[at : at + width]) for at in range(0, len(data), width)]
    return Element("data", words, "\n" + ",\n".join(rows) + "\n")


def _object_element(found: dict[str, Any]) -> Element:
    shapes = ("point", "ellipse", "polygon", "polyline", "text", "properties")
    root = _plain("object", {key: each for key, each in found.items() if each != ""}, shapes)
    root.children += _properties(found)
    for shape in ("point", "ellipse"):
        if found.get(shape):
            root.children.append(Element(shape))
    for shape in ("polygon", "polyline"):
        if shape in found:
            points = " ".join(f"{_word(point['x'])},{_word(point['y'])}" for point in found[shape])
            root.children.append(Element(shape, {"points": points}))
    if "text" in found:
        root.children.append(Element("text", {"wrap": "1"}, found["text"]["text"]))
    return root
