// Stages and seats of the model of approvals.
export type ModelStage = {
  readonly turn: number
  readonly mode: 'any' | 'all' | 'quorum'
  readonly people: readonly number[]
  readonly quorum: number
  /** Who is asked too, after a delay. */
  readonly deputy: number | null
}
export type Seat = {
  who: number
  status: 'pending' | 'approved' | 'rejected' | 'returned' | 'skipped' | 'void'
  /** Whose seat it stands beside, of a deputy’s. */
  beside?: number
}
export type Stage = {
  turn: number
  needed: number
  all: boolean
  overrun: boolean
  added?: boolean
  deputy?: number | null
  /** An administrator decided it. */
  forced?: boolean
  seats: Seat[]
}

export const openTurn = (stages: readonly Stage[]): number =>
  Math.min(...stages.filter(stage => !isApproved(stage)).map(stage => stage.turn))

/** The stage of the open turn in which the person's seat stands so. */
export function openStage(
  order: { readonly stages: readonly Stage[] },
  who: number,
  status: Seat['status'],
): Stage | undefined {
  const open = openTurn(order.stages)
  return order.stages.find(stage => stage.turn === open && seatIn(stage, who)?.status === status)
}

export const seatIn = (stage: Stage, who: number): Seat | undefined =>
  stage.seats.find(seat => seat.who === who)
const count = (stage: Stage, status: Seat['status']): number =>
  stage.seats.filter(seat => seat.status === status).length
export const isApproved = (stage: Stage): boolean =>
  stage.forced === true || count(stage, 'approved') >= stage.needed
export const isLost = (stage: Stage): boolean =>
  (stage.all && count(stage, 'rejected') > 0) || count(stage, 'approved') + waitingIn(stage) < stage.needed

/** Two seats of which one stands beside the other are asked for one voice. */
export const isBeside = (one: Seat, other: Seat): boolean =>
  one.beside === other.who || other.beside === one.who
const waitingIn = ({ seats }: Stage): number => {
  const open = seats.filter(({ status }) => status === 'pending')
  return open.filter(seat => !open.some(({ who }) => who === seat.beside)).length
}
export function reopen({ seats }: Stage, who: number): void {
  const isOver = (seat: Seat) =>
    seats.some(other => other.who !== who && other.status === 'approved' && isBeside(seat, other))
  const again = seats.filter(seat => seat.who === who || (seat.status === 'skipped' && !isOver(seat)))
  for (const seat of again) seat.status = 'pending'
}

export const opened = (
  people: readonly number[],
  needed: number,
  turn: number,
  all: boolean,
  overrun = false,
): Stage => ({
  turn,
  needed,
  all,
  overrun,
  seats: people.map(who => ({ who, status: 'pending' })),
})
export const stageOf = ({ turn, mode, people, quorum, deputy }: ModelStage): Stage => ({
  ...opened(people, { any: 1, all: people.length, quorum }[mode], turn, mode === 'all'),
  deputy,
})

export function skip(stage: Stage): void {
  for (const seat of stage.seats) if (seat.status === 'pending') seat.status = 'skipped'
}

/** Decides what is not decided, in the place of all who are asked. */
export function force(stages: readonly Stage[]): void {
  for (const stage of stages) {
    if (!isApproved(stage)) stage.forced = true
    skip(stage)
  }
}

/** Deputies of the open turn who are asked after a delay, each with the stage and those beside whom they may stand. */
export function delayedIn(stages: readonly Stage[]) {
  const open = stages.filter(stage => stage.turn === openTurn(stages))
  return open.flatMap(stage => {
    const { deputy = null, seats } = stage
    const waiting = seats.filter(({ status }) => status === 'pending').map(({ who }) => who)
    const isGiven = seats.some(({ beside }) => beside !== undefined)
    const hasDecided = stages.some(
      each =>
        !['pending', 'skipped', undefined].includes(
          deputy === null ? undefined : seatIn(each, deputy)?.status,
        ),
    )
    const isFit = deputy !== null && !isGiven && !hasDecided && !seatIn(stage, deputy)
    return isFit && waiting.length > 0 && !isApproved(stage) ? [{ stage, deputy, waiting }] : []
  })
}

/** Person who owns the budget. */
const owner = 5

export const ownersAfter = (stages: readonly Stage[]): Stage =>
  opened([owner], 1, Math.max(...stages.map(stage => stage.turn)) + 1, false, true)
