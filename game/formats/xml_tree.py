"""XML as small trees of plain values, with bounds on depth and number; entities are never declared nor loaded."""

from __future__ import annotations

from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from game.formats.report import FormatError

MAX_ELEMENTS = 400_000
MAX_DEPTH = 60


class Element(Struct):
    """A tag with its attributes, the text right inside it, and its children."""

    tag: str
    attributes: dict[str, str] = {}
    text: str = ""
    children: list[Element] = []

    def all(self, tag: str) -> list[Element]:
        """The children of that tag."""
        return [child for child in self.children if child.tag == tag]

    def first(self, tag: str) -> Element | None:
        """The first child of that tag."""
        return next((child for child in self.children if child.tag == tag), None)


def parse(data: bytes, name: str) -> Element:
    """The root of a document; FormatError for what is no XML, declares entities, or is too big.

    A document type may be named, as some programs do; what it names is never looked at.
    """
    builder = _Builder(name)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.EntityDeclHandler = builder.entity
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    parser.UseForeignDTD(False)
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as problem:
        raise FormatError(f"{name}: not XML: {problem}") from None
    assert builder.root is not None, "a document that parses has a root"
    return builder.root


class _Builder:
    def __init__(self, name: str) -> None:
        self.name, self.count = name, 0
        self.root: Element | None = None
        self.open: list[tuple[Element, list[str]]] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MAX_ELEMENTS or len(self.open) >= MAX_DEPTH:
            raise FormatError(f"{self.name}: more or deeper XML than a map needs")
        element = Element(tag, attributes)
        if self.open:
            self.open[-1][0].children.append(element)
        else:
            self.root = element
        self.open.append((element, []))

    def end(self, tag: str) -> None:
        element, texts = self.open.pop()
        element.text = "".join(texts)

    def text(self, text: str) -> None:
        self.open[-1][1].append(text)

    def entity(self, *_: object) -> None:
        raise FormatError(f"{self.name}: XML that declares entities of its own is not read")


def dump(root: Element) -> str:
    """The document of a root, one tag a line."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    _dump(root, 0, lines)
    return "\n".join(lines) + "\n"


def _dump(element: Element, depth: int, lines: list[str]) -> None:
    pad = " " * depth
    words = "".join(f" {key}={_quoted(each)}" for key, each in element.attributes.items())
    if element.children:
        lines.append(f"{pad}<{element.tag}{words}>")
        for child in element.children:
            _dump(child, depth + 1, lines)
        lines.append(f"{pad}</{element.tag}>")
    elif element.text:
        lines.append(f"{pad}<{element.tag}{words}>{escape(element.text)}</{element.tag}>")
    else:
        lines.append(f"{pad}<{element.tag}{words}/>")


def _quoted(text: str) -> str:
    return quoteattr(text, {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
