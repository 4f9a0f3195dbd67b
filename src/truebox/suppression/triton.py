"""The Triton kernels of greedy suppression: pairs that overlap too much are listed, then resolved.

A box stays exactly where no box that stays and has a higher score overlaps it too much. That is a fixed
point: starting from "all stay", each round drops what the boxes that stayed in the round before suppress,
and boxes settle from the highest score on. Rounds are as many as the longest chain of boxes that decide on
each other, a dozen in a crowd.

Many boxes are swept by their left edges, so that a tile meets only tiles that begin before it ends.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from truebox.errors import MissingExtraError

try:
    torch: Any = import_module("torch")
    triton: Any = import_module("triton")
    tl: Any = import_module("triton.language")
    shared: Any = import_module("truebox.arrays.triton")
except ImportError as error:
    raise MissingExtraError("triton", "torch", "suppression on a CUDA device") from error

__all__ = ["kept_rows"]

# Kernels see what their module holds by its own name.
device_of, rounded_quotient = shared.device_of, shared.rounded_quotient

# Boxes of a tile, and from how many boxes on they are sorted by their left edges.
_TILE, _SWEPT = 64, 4096
# Pairs that one block of threads resolves, pairs at all (32 MB), and boxes or pairs looked at at a time.
_FEW, _MOST, _STEP = 1 << 17, 1 << 22, 4096
# Rounds after which the processor, which needs none, is the faster one; rounds between two looks at the end.
_PATIENCE, _BATCH = 256, 8


def kept_rows(  # noqa: PLR0917
    corners: Any, scores: Any, labels: Any, active: Any, limit_bits: int, by_distance: bool
) -> Any | None:
    """Rows that stay, by falling score.

    Parameters
    ----------
    corners : float32 or float64 tensor [N, 4]
        Contiguous, on one CUDA device with the others; N > 0.
    scores : tensor [N]
        Of any real dtype.
    labels : int64 tensor [N] or None
        Only equal ones suppress each other.
    active : bool tensor [N] or None
        What takes part at all.
    limit_bits : int
        The bits of the float64 that the measure must exceed.
    by_distance : bool
        DIoU in place of IoU.

    Returns
    -------
    int64 tensor [K] or None
        None for values to be refused (not finite, turned around, too large for float32), for more pairs than
        the list holds, and for longer chains than are followed.
    """
    count, device = corners.shape[0], corners.device
    # Adding 0 makes -0 a 0, which sorts beside it.
    order = torch.sort(scores + 0, stable=True, descending=True).indices
    swept = count > _SWEPT
    by_place, rank_of = order, order
    if swept:
        by_place = torch.sort(corners[:, 0]).indices
        rank_of = torch.empty_like(order)
        rank_of[order] = torch.arange(count, device=device)
    capacity = min(count * (count - 1) // 2, _MOST)
    pairs = torch.empty((2, max(capacity, 1)), dtype=torch.int32, device=device)
    zeros = torch.zeros(8 + 2 * count, dtype=torch.int32, device=device)
    # Wrong values, pairs, rows that stay, whether they are final.
    header, stamps = zeros[:8].view(torch.int64), zeros[8:].view(2, count)
    rows = torch.empty_like(order)
    tiles = triton.cdiv(count, _TILE)
    splits = min(tiles, 8 if swept else 64)
    with device_of(corners):
        _list(
            (tiles, splits),
            (
                corners,
                scores,
                corners if labels is None else labels,
                corners if active is None else active.view(torch.uint8),
                by_place,
                rank_of,
                header,
                pairs,
                count,
                tiles,
                splits,
                capacity,
                limit_bits,
            ),
            (
                by_distance,
                swept,
                labels is not None,
                active is not None,
                scores.is_floating_point(),
                1e15 if corners.dtype == torch.float32 else 0.0,
                _TILE,
            ),
        )
        _resolve(
            (1,),
            (
                header,
                pairs,
                stamps,
                order,
                corners if active is None else active.view(torch.uint8),
                rows,
                count,
                capacity,
            ),
            (active is not None, _FEW, _PATIENCE, _STEP),
        )
    wrong, listed, kept, final = header.tolist()
    if wrong or listed > capacity:
        return None
    if final:
        return rows[:kept]
    return None if listed <= _FEW else _many_resolved(pairs, listed, stamps, order, active)


def _many_resolved(pairs: Any, listed: int, stamps: Any, order: Any, active: Any) -> Any | None:
    """As `_resolved`, of more pairs than one block of threads should look at."""
    count, capacity = order.shape[0], pairs.shape[1]
    for begun in range(1, _PATIENCE, _BATCH):
        with device_of(order):
            for number in range(begun, begun + _BATCH):
                _marked[(triton.cdiv(listed, _STEP),)](
                    pairs, stamps, listed, count, capacity, number, step=_STEP
                )
        gone, before = stamps[number % 2] == number, stamps[1 - number % 2] == number - 1
        if bool((gone == before).all()):
            stays = ~gone[:count] if active is None else ~gone & active[order]
            return order[stays]
    return None


@triton.jit(do_not_specialize=["count", "tiles", "splits", "capacity", "limit_bits"])  # type: ignore[untyped-decorator]
def _listed(  # type: ignore[no-untyped-def]  # noqa: PLR0912, PLR0915, PLR0917  # Triton reads the annotations as its own
    corners,
    scores,
    labels,
    active,
    by_place,
    rank_of,
    header,
    pairs,
    count,
    tiles,
    splits,
    capacity,
    limit_bits,
    by_distance: tl.constexpr,
    swept: tl.constexpr,
    labelled: tl.constexpr,
    limited: tl.constexpr,
    floating: tl.constexpr,
    largest: tl.constexpr,
    tile: tl.constexpr,
):
    """List the ranks of all pairs that overlap too much, the one with the higher score first."""
    i, split = tl.program_id(0), tl.program_id(1)
    places = i * tile + tl.arange(0, tile)
    inside = places < count
    row = tl.load(by_place + places, mask=inside, other=0)
    ax0 = tl.load(corners + 4 * row, mask=inside, other=0.0)
    ay0 = tl.load(corners + 4 * row + 1, mask=inside, other=0.0)
    ax1 = tl.load(corners + 4 * row + 2, mask=inside, other=0.0)
    ay1 = tl.load(corners + 4 * row + 3, mask=inside, other=0.0)
    if split == 0:
        # Every comparison with NaN is false; infinity minus infinity is NaN.
        good = (ax1 - ax0 >= 0) & (ay1 - ay0 >= 0) & (ax1 - ax1 == 0) & (ay1 - ay1 == 0)
        good = good & (ax0 - ax0 == 0) & (ay0 - ay0 == 0)
        if largest > 0:
            good = good & (ax0 >= -largest) & (ay0 >= -largest) & (ax1 <= largest) & (ay1 <= largest)
        if floating:
            score = tl.load(scores + row, mask=inside, other=0.0).to(tl.float64)
            good = good & (score - score == 0)
        if tl.sum((inside & (good == 0)).to(tl.int32)) > 0:
            tl.atomic_or(header, 1)
    rank = places.to(tl.int64)
    if swept:
        rank = tl.load(rank_of + row, mask=inside, other=0)
    if labelled:
        label = tl.load(labels + row, mask=inside, other=0)
    if limited:
        inside = inside & (tl.load(active + row, mask=inside, other=0) != 0)
    limit = limit_bits.to(tl.int64).to(tl.float64, bitcast=True).to(ax0.dtype)
    area = (ax1 - ax0) * (ay1 - ay0)
    furthest = tl.max(ax1, axis=0)

    j = i + split
    going = j < tiles
    if swept:
        first = tl.load(by_place + tl.minimum(j * tile, count - 1))
        going = going & (tl.load(corners + 4 * first) < furthest)
    while going:
        others = j * tile + tl.arange(0, tile)
        there = others < count
        other = tl.load(by_place + others, mask=there, other=0)
        bx0 = tl.load(corners + 4 * other, mask=there, other=0.0)
        by0 = tl.load(corners + 4 * other + 1, mask=there, other=0.0)
        bx1 = tl.load(corners + 4 * other + 2, mask=there, other=0.0)
        by1 = tl.load(corners + 4 * other + 3, mask=there, other=0.0)
        other_rank = others.to(tl.int64)
        if swept:
            other_rank = tl.load(rank_of + other, mask=there, other=0)
        if limited:
            there = there & (tl.load(active + other, mask=there, other=0) != 0)

        width = tl.minimum(ax1[:, None], bx1[None, :]) - tl.maximum(ax0[:, None], bx0[None, :])
        height = tl.minimum(ay1[:, None], by1[None, :]) - tl.maximum(ay0[:, None], by0[None, :])
        shared = tl.where(width > 0, width, 0.0) * tl.where(height > 0, height, 0.0)
        met = inside[:, None] & there[None, :] & (others[None, :] > places[:, None]) & (shared > 0)
        if labelled:
            other_label = tl.load(labels + other, mask=there, other=0)
            met = met & (label[:, None] == other_label[None, :])
        whole = (area[:, None] + ((bx1 - bx0) * (by1 - by0))[None, :]) - shared
        value = rounded_quotient(shared, whole)
        if by_distance:
            along_x = ((ax0 + ax1)[:, None] - (bx0 + bx1)[None, :]) * 0.5
            along_y = ((ay0 + ay1)[:, None] - (by0 + by1)[None, :]) * 0.5
            hull_width = tl.maximum(ax1[:, None], bx1[None, :]) - tl.minimum(ax0[:, None], bx0[None, :])
            hull_height = tl.maximum(ay1[:, None], by1[None, :]) - tl.minimum(ay0[:, None], by0[None, :])
            value = value - rounded_quotient(
                along_x * along_x + along_y * along_y, hull_width * hull_width + hull_height * hull_height
            )
        met = met & (value > limit)
        found = tl.sum(met.to(tl.int32))
        if found > 0:
            winner = tl.minimum(rank[:, None], other_rank[None, :]).to(tl.int32)
            loser = tl.maximum(rank[:, None], other_rank[None, :]).to(tl.int32)
            begin = tl.atomic_add(header + 1, found.to(tl.int64))
            listed = tl.ravel(met)
            at = begin + tl.cumsum(listed.to(tl.int32), 0) - 1
            listed = listed & (at < capacity)
            tl.store(pairs + at, tl.ravel(winner), mask=listed)
            tl.store(pairs + capacity + at, tl.ravel(loser), mask=listed)
        j += splits
        going = j < tiles
        if swept:
            first = tl.load(by_place + tl.minimum(j * tile, count - 1))
            going = going & (tl.load(corners + 4 * first) < furthest)


@triton.jit
def _mark(pairs, stamps, listed, count, capacity, number, at):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    """Stamp with `number` what boxes suppress that were not stamped in the round before."""
    inside = at < listed
    winner = tl.load(pairs + at, mask=inside, other=0)
    loser = tl.load(pairs + capacity + at, mask=inside, other=0)
    old, new = stamps + (1 - number % 2) * count, stamps + (number % 2) * count
    stays = tl.load(old + winner, mask=inside, other=0, volatile=True) != number - 1
    # In the first round nothing has been dropped yet.
    tl.store(new + loser, loser * 0 + number, mask=inside & (stays | (number == 1)))


@triton.jit(do_not_specialize=["listed", "count", "capacity", "number"])  # type: ignore[untyped-decorator]
def _marked(pairs, stamps, listed, count, capacity, number, step: tl.constexpr):  # type: ignore[no-untyped-def]  # noqa: PLR0917
    """One round, by as many blocks of threads as there are steps."""
    at = tl.program_id(0).to(tl.int64) * step + tl.arange(0, step)
    _mark(pairs, stamps, listed, count, capacity, number, at)


@triton.jit(do_not_specialize=["count", "capacity"])  # type: ignore[untyped-decorator]
def _resolved(  # type: ignore[no-untyped-def]  # noqa: PLR0917
    header,
    pairs,
    stamps,
    order,
    active,
    rows,
    count,
    capacity,
    limited: tl.constexpr,
    few: tl.constexpr,
    patience: tl.constexpr,
    step: tl.constexpr,
):
    """Round after round until one changes nothing, then the rows in their order; by one block of threads."""
    listed = tl.load(header + 1)
    lanes = tl.arange(0, step)
    if listed <= tl.minimum(few, capacity):
        number = 0
        changed = 1
        while (changed > 0) & (number < patience):
            number += 1
            begin = 0
            while begin < listed:
                _mark(pairs, stamps, listed, count, capacity, number, begin + lanes)
                begin += step
            tl.debug_barrier()
            changed = 0
            begin = 0
            old, new = stamps + (1 - number % 2) * count, stamps + (number % 2) * count
            while begin < count:
                inside = begin + lanes < count
                gone = tl.load(new + begin + lanes, mask=inside, other=0, volatile=True) == number
                before = tl.load(old + begin + lanes, mask=inside, other=0, volatile=True) == number - 1
                before = before & (number > 1)
                changed += tl.sum((inside & (gone != before)).to(tl.int32))
                begin += step
            tl.debug_barrier()
        if changed == 0:
            kept = 0
            begin = 0
            new = stamps + (number % 2) * count
            while begin < count:
                inside = begin + lanes < count
                row = tl.load(order + begin + lanes, mask=inside, other=0)
                stays = tl.load(new + begin + lanes, mask=inside, other=0, volatile=True) != number
                stays = inside & stays
                if limited:
                    stays = stays & (tl.load(active + row, mask=inside, other=0) != 0)
                at = kept + tl.cumsum(stays.to(tl.int32), 0) - 1
                tl.store(rows + at, row, mask=stays)
                kept += tl.sum(stays.to(tl.int32))
                begin += step
            tl.store(header + 2, kept)
            tl.store(header + 3, 1)


# Fused, areas would round elsewhere than on the processor.
_list = shared.Starts(_listed, enable_fp_fusion=False)
_resolve = shared.Starts(_resolved, num_warps=32)
