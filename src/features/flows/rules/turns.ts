/**
 * The order in which stages open, as people say it: each after the one before it, or together with it.
 */
type Turned = { readonly turn: number }

/** Of each stage, whether it opens together with the one before it. */
const together = (stages: readonly Turned[]): boolean[] =>
  stages.map(({ turn }, index) => index > 0 && turn === stages[index - 1]?.turn)

function numbered<Stage extends Turned>(stages: readonly Stage[], isTogether: readonly boolean[]): Stage[] {
  let turn = 0
  return stages.map((stage, index) => {
    if (index === 0 || !isTogether[index]) turn++
    return { ...stage, turn }
  })
}

/** As they open, counted from one, whatever numbers they had. */
export function inTurns<Stage extends Turned>(stages: readonly Stage[]): Stage[] {
  const sorted = stages.toSorted((a, b) => a.turn - b.turn)
  return numbered(sorted, together(sorted))
}

export const isTogether = (stages: readonly Turned[], index: number): boolean =>
  together(stages)[index] ?? false

/** The stage opens together with the one before it, or after it. */
export function joined<Stage extends Turned>(stages: readonly Stage[], index: number, isOn: boolean) {
  return numbered(stages, together(stages).with(index, isOn))
}

/** The stage one place earlier or later; whether it opens together with the one before goes along. */
export function moved<Stage extends Turned>(stages: readonly Stage[], index: number, by: 1 | -1): Stage[] {
  const flags = together(stages)
  return numbered(swapped(stages, index, index + by), swapped(flags, index, index + by))
}

export function without<Stage extends Turned>(stages: readonly Stage[], index: number): Stage[] {
  return numbered(stages.toSpliced(index, 1), together(stages).toSpliced(index, 1))
}

/** Two of a list change places; beyond its ends nothing does. */
export function swapped<Item>(items: readonly Item[], a: number, b: number): Item[] {
  const [first, second] = [items[a], items[b]]
  return first === undefined || second === undefined ? [...items] : items.with(a, second).with(b, first)
}

/** The stages of each turn, in order. */
export function byTurn<Stage extends Turned>(stages: readonly Stage[]): Stage[][] {
  const ordered = inTurns(stages)
  return [...new Set(ordered.map(({ turn }) => turn))].map(turn =>
    ordered.filter(stage => stage.turn === turn),
  )
}
