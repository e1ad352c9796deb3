/** Turns of stages, edited as people say them: each stage opens after the one before it, or together with it. */
type Turned = { readonly turn: number }

/** One flag for each stage: true when it opens together with the one before it. */
const togetherFlags = (stages: readonly Turned[]): boolean[] =>
  stages.map(({ turn }, index) => index > 0 && turn === stages[index - 1]?.turn)

/** Stages with turns from one: a new turn at each stage that does not open together with the one before it. */
function renumbered<Stage extends Turned>(stages: readonly Stage[], isTogether: readonly boolean[]): Stage[] {
  let turn = 0
  return stages.map((stage, index) => {
    if (index === 0 || !isTogether[index]) turn++
    return { ...stage, turn }
  })
}

/** Stages sorted by turn, with the turns renumbered from one without gaps. */
export function inTurns<Stage extends Turned>(stages: readonly Stage[]): Stage[] {
  const sorted = stages.toSorted((a, b) => a.turn - b.turn)
  return renumbered(sorted, togetherFlags(sorted))
}

export const isTogether = (stages: readonly Turned[], index: number): boolean =>
  togetherFlags(stages)[index] ?? false

/** Stages after one of them is set to open together with the one before it (`isOn`), or after it. */
export function joined<Stage extends Turned>(stages: readonly Stage[], index: number, isOn: boolean) {
  return renumbered(stages, togetherFlags(stages).with(index, isOn))
}

/** Stages after one of them moves a place earlier or later, with its flag of opening together. */
export function moved<Stage extends Turned>(stages: readonly Stage[], index: number, by: 1 | -1): Stage[] {
  const flags = togetherFlags(stages)
  return renumbered(swapped(stages, index, index + by), swapped(flags, index, index + by))
}

/** Stages without one of them; the others keep their flags of opening together. */
export function without<Stage extends Turned>(stages: readonly Stage[], index: number): Stage[] {
  return renumbered(stages.toSpliced(index, 1), togetherFlags(stages).toSpliced(index, 1))
}

/** List with two items exchanged; unchanged when an index lies outside it. */
export function swapped<Item>(items: readonly Item[], a: number, b: number): Item[] {
  const [first, second] = [items[a], items[b]]
  return first === undefined || second === undefined ? [...items] : items.with(a, second).with(b, first)
}

/** Stages grouped by turn, in the order in which turns open. */
export function byTurn<Stage extends Turned>(stages: readonly Stage[]): Stage[][] {
  const ordered = inTurns(stages)
  return [...new Set(ordered.map(({ turn }) => turn))].map(turn =>
    ordered.filter(stage => stage.turn === turn),
  )
}
