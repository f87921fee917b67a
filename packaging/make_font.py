#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the bundled fonts, resources/fonts/AttnScopeInter-{Regular,Medium,SemiBold}.ttf, from Inter.

    apt-get install fonts-inter && python3 -m pip install fonttools
    packaging/make_font.py [--inter FOLDER] [--output FOLDER]

What is changed, and why: Qt before 6.7 cannot switch OpenType features, so
- the digits are replaced by Inter's tabular ones (numbers in tables and in moving labels must not shift);
- contextual alternates are dropped (they turn the 64x512 of a kernel's name into 64×512);
- the outlines become quadratic, and only the characters the program may show are kept;
- U+25A6 (▦), the Tensor Core mark, is drawn, because Inter has none;
- the family is called "AttnScope Inter", so that an installed Inter is never mistaken for it.
Inter is under the SIL Open Font License without a reserved name: resources/fonts/OFL.txt.
"""
import argparse
import sys
from pathlib import Path

from fontTools import subset
from fontTools.misc.fixedTools import otRound
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

FAMILY = "AttnScope Inter"
WEIGHTS = {"Regular": 400, "Medium": 500, "SemiBold": 600}
TENSOR_CORE_MARK = 0x25A6
RANGES = [
    (0x20, 0x17F),  # Latin, Latin-1, Latin Extended-A
    (0x2B0, 0x2FF), (0x300, 0x36F),  # modifiers and combining marks
    (0x370, 0x3FF),  # Greek, for µ, σ, Δ
    (0x2000, 0x209F), (0x20A0, 0x20BF), (0x2100, 0x218F),  # punctuation, super- and subscripts, letterlike, fractions
    (0x2190, 0x22FF), (0x2300, 0x23FF),  # arrows, mathematics, keys
    (0x25A0, 0x25FF), (0x2600, 0x27BF),  # shapes, check marks
]
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "case"]
MAX_ERROR_PER_EM = 0.0005
MAX_WIDTH_ERROR_PER_EM = 0.002


def freeze_tabular_digits(font):
    """Lets the digits' characters name the glyphs that the feature tnum would put there."""
    gsub = font["GSUB"].table
    lookups = {index for record in gsub.FeatureList.FeatureRecord if record.FeatureTag == "tnum"
               for index in record.Feature.LookupListIndex}
    mapping = {}
    for index in sorted(lookups):
        for table in gsub.LookupList.Lookup[index].SubTable:
            table = getattr(table, "ExtSubTable", table)
            mapping.update(getattr(table, "mapping", {}))
    characters = {id(table.cmap): table.cmap for table in font["cmap"].tables}  # some tables share one dictionary
    for cmap in characters.values():
        for code in range(ord("0"), ord("9") + 1):
            if code in cmap:
                cmap[code] = mapping[cmap[code]]
    # Some weights carry rounding differences of a thousandth of an em between their tabular digits: level them.
    digits = [font.getBestCmap()[code] for code in range(ord("0"), ord("9") + 1)]
    widths = [font["hmtx"][name][0] for name in digits]
    if max(widths) - min(widths) > MAX_WIDTH_ERROR_PER_EM * font["head"].unitsPerEm:
        raise ValueError(f"the digits still have different widths: {widths}")
    for name in digits:
        font["hmtx"][name] = (max(widths), font["hmtx"][name][1])


def keep_needed(font):
    """Drops every character and every feature the program does not use."""
    options = subset.Options()
    options.layout_features = FEATURES
    options.name_IDs = ["*"]
    options.glyph_names = False
    options.notdef_outline = True
    options.hinting = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in RANGES for code in range(first, last + 1)])
    subsetter.subset(font)


def to_quadratic(font):
    """Replaces the cubic outlines (CFF) by quadratic ones (glyf); the greatest error is half a thousandth of an em."""
    order, glyphs = font.getGlyphOrder(), font.getGlyphSet()
    converted = {}
    for name in order:
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, MAX_ERROR_PER_EM * font["head"].unitsPerEm, reverse_direction=True))
        converted[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, converted
    for name in order:
        glyph = converted[name]
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (font["hmtx"][name][0], getattr(glyph, "xMin", 0))
    maxp = font["maxp"]
    maxp.tableVersion = 0x00010000
    maxp.maxZones = 1
    for field in ("maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements",
                  "maxSizeOfInstructions", "maxComponentElements", "maxPoints", "maxContours", "maxCompositePoints",
                  "maxCompositeContours", "maxComponentDepth"):
        setattr(maxp, field, 0)
    font["post"].formatType = 3.0
    del font["CFF "]
    if "VORG" in font:
        del font["VORG"]
    font.sfntVersion = "\000\001\000\000"


def rectangle(pen, left, bottom, right, top, hole=False):
    corners = [(left, bottom), (left, top), (right, top), (right, bottom)]
    if hole:
        corners.reverse()
    pen.moveTo(corners[0])
    for corner in corners[1:]:
        pen.lineTo(corner)
    pen.closePath()


def draw_tensor_core_mark(font):
    """A square with three by three holes, as tall as a capital."""
    size = otRound(font["OS/2"].sCapHeight)
    line = otRound(size * 0.10)
    hole = (size - 4 * line) / 3
    side = otRound(size * 0.16)
    pen = TTGlyphPen(None)
    rectangle(pen, side, 0, side + size, size)
    for row in range(3):
        for column in range(3):
            left, bottom = side + line + column * (hole + line), line + row * (hole + line)
            rectangle(pen, otRound(left), otRound(bottom), otRound(left + hole), otRound(bottom + hole), hole=True)
    name = "uni25A6"
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    glyph = pen.glyph()
    font["glyf"].glyphs[name] = glyph
    font["glyf"].glyphOrder = font.getGlyphOrder()
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (size + 2 * side, glyph.xMin)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[TENSOR_CORE_MARK] = name


def rename(font, style):
    keep = {0, 5, 9, 13, 14}
    names = font["name"]
    names.names = [record for record in names.names if record.nameID in keep]
    for identifier, text in {1: FAMILY, 2: style, 3: f"{FAMILY} {style}", 4: f"{FAMILY} {style}",
                             6: f"{FAMILY.replace(' ', '')}-{style}"}.items():
        names.setName(text, identifier, 3, 1, 0x409)
    font["OS/2"].usWeightClass = WEIGHTS[style]


def make(source, target, style):
    # A fixed time stamp in the file, so that making it again gives the same bytes.
    font = TTFont(source, recalcTimestamp=False)
    freeze_tabular_digits(font)
    keep_needed(font)
    to_quadratic(font)
    if TENSOR_CORE_MARK not in font.getBestCmap():
        draw_tensor_core_mark(font)
    rename(font, style)
    font.save(target)
    print(f"{target}: {target.stat().st_size} bytes, {len(font.getBestCmap())} characters")


def main():
    root = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inter", type=Path, default=Path("/usr/share/fonts/opentype/inter"))
    parser.add_argument("--output", type=Path, default=root / "resources/fonts")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    for style in WEIGHTS:
        source = arguments.inter / f"Inter-{style}.otf"
        if not source.is_file():
            print(f"make_font.py: {source} is missing (apt-get install fonts-inter)", file=sys.stderr)
            return 1
        make(source, arguments.output / f"AttnScopeInter-{style}.ttf", style)
    return 0


if __name__ == "__main__":
    sys.exit(main())
