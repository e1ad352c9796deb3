// The policy of approvals and budget once more, as short as it can be said, for tests to compare the program with.

import {
  isApproved,
  isBeside,
  isLost,
  type ModelStage,
  opened,
  openStage,
  openTurn,
  reopen,
  type Stage,
  seatIn,
  skip,
  stageOf,
} from '#tests/support/flow-model-stages.ts'

export type ModelRule = {
  readonly from: number | null
  readonly cumulative: number | null
  readonly overBudget: boolean
  readonly stages: readonly ModelStage[]
}
export type World = { readonly policy: 'avisar' | 'requiere_aprobacion' | 'bloquear'; total: number }

export type ModelOrder = {
  state: 'in_approval' | 'blocked' | 'approved' | 'rejected' | 'returned' | 'executed' | 'cancelled'
  revision: number
  amount: number
  stages: Stage[]
  /** Who completed its approval, in which stage. */
  last: { readonly who: number; readonly stage: Stage } | null
}

export type ModelMove =
  | {
      readonly do: 'decide'
      readonly who: number
      readonly how: 'approve' | 'reject' | 'return'
      /** Without a word. */
      readonly silent: boolean
    }
  | { readonly do: 'undo'; readonly who: number }
  | {
      readonly do: 'add'
      readonly who: number
      /** Who is added. */
      readonly whom: number
      readonly isBefore: boolean
    }
  | { readonly do: 'correct'; readonly amount: number }
  | { readonly do: 'withdraw' | 'confirm' | 'cancel' }

/** Who approves in the project, and so sees all of its orders. */
const ofProject = [0, 1]
/** Others who see the project: these and its approvers may be added to an order. */
export const onlookers: readonly number[] = [3, 4]
const owner = 5

/** Requested, committed and used. */
export function amountsOf(orders: readonly ModelOrder[]): number[] {
  const sum = (state: ModelOrder['state']) =>
    orders.filter(order => order.state === state).reduce((total, order) => total + order.amount, 0)
  return [sum('in_approval') + sum('blocked'), sum('approved'), sum('executed')]
}

export class Model {
  readonly orders: ModelOrder[] = []
  readonly #world: World
  #rules: readonly ModelRule[] = []
  #takesOrders = true
  #isProviderOn = true
  /** People whose account is untrusted. */
  readonly #fresh = new Set<number>()

  constructor(world: World) {
    this.#world = world
  }

  publish(rules: readonly ModelRule[]): void {
    this.#rules = rules
  }

  /** Its open orders stop, or go on where they stopped. */
  turnContract(takesOrders: boolean): void {
    this.#takesOrders = takesOrders
    const [from, to] = takesOrders
      ? (['blocked', 'in_approval'] as const)
      : (['in_approval', 'blocked'] as const)
    for (const order of this.orders) if (order.state === from) order.state = to
  }

  turnProvider(isOn: boolean): void {
    this.#isProviderOn = isOn
  }

  turnHands(who: number, isFresh: boolean): void {
    if (isFresh) this.#fresh.add(who)
    else this.#fresh.delete(who)
  }

  submit(amount: number): ModelOrder | null {
    const stages = this.#plan(amount, null)
    if (!stages) return null
    const order: ModelOrder = { state: 'in_approval', revision: 1, amount, stages, last: null }
    this.orders.push(order)
    return order
  }

  amend(total: number): number {
    const { policy, total: before } = this.#world
    const isBelow = policy === 'bloquear' && total < before - this.#left().toSpend
    if (total === before || isBelow) return 409
    this.#world.total = total
    return 200
  }

  /** People whose turn it is. */
  waiting({ state, stages }: ModelOrder): number[] {
    const isOpen = stages.filter(stage => stage.turn === openTurn(stages))
    const seats = state === 'in_approval' ? isOpen.flatMap(stage => stage.seats) : []
    return seats.filter(seat => seat.status === 'pending').map(seat => seat.who)
  }

  /** Of them, who may decide. */
  deciding(order: ModelOrder): number[] {
    return this.waiting(order).filter(who => !this.#fresh.has(who))
  }

  /** People who are asked beside others of the open turn after a delay, each with the stage and whom they may stand beside. */
  delayed({ state, stages }: ModelOrder) {
    const open = state === 'in_approval' ? stages.filter(stage => stage.turn === openTurn(stages)) : []
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

  play(order: ModelOrder, step: ModelMove): number {
    switch (step.do) {
      case 'decide':
        return this.#decide(order, step)
      case 'undo':
        return this.#undo(order, step.who)
      case 'add':
        return this.#add(order, step)
      case 'correct':
        return this.#correct(order, step.amount)
      case 'withdraw':
        return withdraw(order)
      case 'confirm':
        return become(order, 'executed', order.state === 'approved' && this.#isProviderOn)
      case 'cancel':
        return become(order, 'cancelled', order.state === 'approved')
    }
  }

  #left() {
    const { total } = this.#world
    const [requested = 0, committed = 0, used = 0] = amountsOf(this.orders)
    return { toAsk: total - requested - committed - used, toSpend: total - committed - used }
  }

  /** The stages of a new order, or null when it may not be sent. `self` is being corrected. */
  #plan(amount: number, self: ModelOrder | null): Stage[] | null {
    if (!this.#takesOrders || !this.#isProviderOn) return null
    const { policy } = this.#world
    const exceeds = amount > this.#left().toAsk
    if (policy === 'bloquear' && exceeds) return null
    const gone = ['rejected', 'cancelled', 'returned']
    const asked = this.orders.filter(order => order !== self && !gone.includes(order.state))
    const lately = asked.reduce((sum, order) => sum + order.amount, amount)
    const rule = this.#rules.find(
      ({ from, cumulative, overBudget }) =>
        (from === null || amount >= from) &&
        (cumulative === null || lately >= cumulative) &&
        (!overBudget || exceeds),
    )
    // Stages are numbered in the order in which they open.
    const inOrder = rule?.stages.map(stageOf).toSorted((one, other) => one.turn - other.turn)
    const stages = inOrder ?? [opened(ofProject, ofProject.length, 1, true)]
    return policy === 'requiere_aprobacion' && exceeds ? [...stages, ownersAfter(stages)] : stages
  }

  #decide(order: ModelOrder, { who, how, silent }: ModelMove & { do: 'decide' }): number {
    if (!isSeenBy(order, who)) return 404
    if (this.#fresh.has(who)) return 409
    // A return says why, and so does whoever lets a provider be paid that was switched off.
    if (silent && (how === 'return' || (how === 'approve' && !this.#isProviderOn))) return 409
    const stage = openStage(order, who, 'pending')
    const seat = stage && seatIn(stage, who)
    if (order.state !== 'in_approval' || !stage || !seat) return 409
    const before = structuredClone(order.stages)
    seat.status = ({ approve: 'approved', reject: 'rejected', return: 'returned' } as const)[how]
    if (how === 'return') return end(order, 'returned')
    for (const other of stage.seats)
      if (isBeside(other, seat) && other.status === 'pending') other.status = 'skipped'
    if (isLost(stage)) return end(order, 'rejected')
    if (isApproved(stage)) skip(stage)
    if (!order.stages.every(isApproved)) return 200
    const status = this.#approve(order, before)
    order.last = { who, stage }
    return status
  }

  #undo(order: ModelOrder, who: number): number {
    if (!isSeenBy(order, who)) return 404
    if (order.state === 'approved') return this.#takeBack(order, who)
    const stage = openStage(order, who, 'approved')
    if (this.#fresh.has(who) || order.state !== 'in_approval' || !stage) return 409
    reopen(stage, who)
    return 200
  }

  #add(order: ModelOrder, { who, whom, isBefore }: ModelMove & { do: 'add' }): number {
    if (!isSeenBy(order, who)) return 404
    const { stages } = order
    const open = openTurn(stages)
    const isAsked = stages.some(stage => ['pending', 'approved'].includes(seatIn(stage, whom)?.status ?? ''))
    const isBegun = stages
      .filter(stage => stage.turn === open)
      .some(stage => stage.seats.some(seat => seat.status !== 'pending'))
    const isFull = stages.filter(stage => stage.added).length === 5
    const mayAdd =
      order.state === 'in_approval' && !this.#fresh.has(who) && openStage(order, who, 'pending') && !isFull
    if (!mayAdd || !hasPart(whom) || isAsked || (isBefore && isBegun)) return 409
    if (isBefore) for (const stage of stages) if (stage.turn >= open) stage.turn++
    stages.push({ ...opened([whom], 1, open, true), added: true })
    return 200
  }

  #takeBack(order: ModelOrder, who: number): number {
    if (this.#fresh.has(who) || order.last?.who !== who || !this.#takesOrders) return 409
    reopen(order.last.stage, who)
    return become(order, 'in_approval', true)
  }

  #approve(order: ModelOrder, before: Stage[]): number {
    const { policy } = this.#world
    const overspends = order.amount > this.#left().toSpend
    if (overspends && policy === 'bloquear') {
      order.stages = before
      return 409
    }
    const hasLeave = order.stages.some(stage => stage.overrun)
    if (overspends && policy === 'requiere_aprobacion' && !hasLeave)
      order.stages.push(ownersAfter(order.stages))
    else order.state = 'approved'
    return 200
  }

  #correct(order: ModelOrder, amount: number): number {
    const stages = order.state === 'returned' ? this.#plan(amount, order) : null
    if (!stages) return 409
    Object.assign(order, { amount, stages, state: 'in_approval', revision: order.revision + 1, last: null })
    return 200
  }
}

const hasPart = (who: number): boolean => ofProject.includes(who) || onlookers.includes(who)

/** Whoever has a part in the project sees all of its orders, others those in which they are asked. */
const isSeenBy = (order: ModelOrder, who: number): boolean => hasPart(who) || hasParticipated(order, who)

function withdraw(order: ModelOrder): number {
  const seats = order.stages.flatMap(stage => stage.seats)
  const isTouched = seats.some(seat => ['approved', 'rejected'].includes(seat.status))
  if (!['in_approval', 'blocked'].includes(order.state) || isTouched) return 409
  for (const seat of seats) if (seat.status === 'pending') seat.status = 'void'
  return become(order, 'returned', true)
}

function become(order: ModelOrder, state: ModelOrder['state'], may: boolean): number {
  if (may) order.state = state
  return may ? 200 : 409
}

const hasParticipated = (order: ModelOrder, who: number): boolean =>
  order.stages.some(stage => seatIn(stage, who))
const ownersAfter = (stages: readonly Stage[]): Stage =>
  opened([owner], 1, Math.max(...stages.map(stage => stage.turn)) + 1, false, true)

function end(order: ModelOrder, state: 'returned' | 'rejected'): number {
  for (const stage of order.stages) skip(stage)
  order.state = state
  return 200
}
