// The policy of approvals and budget once more, as short as it can be said, for tests to compare the program with.
import { allowedBeyond, amountsOf, inDollars, leftIn, type Rate } from '#tests/support/flow-model-budget.ts'
import { Forcing } from '#tests/support/flow-model-forcing.ts'
import {
  delayedIn,
  force,
  isApproved,
  isBeside,
  isLost,
  opened,
  openStage,
  openTurn,
  ownersAfter,
  reopen,
  type Stage,
  seatIn,
  skip,
  stageOf,
} from '#tests/support/flow-model-stages.ts'
import type { Centre, ModelMove, ModelOrder, ModelRule, World } from '#tests/support/flow-model-words.ts'

type Asked = Pick<ModelOrder, 'amount' | 'centre'>

/** Who approves in the project, and so sees all of its orders. */
const ofProject = [0, 1]
/** Others who see the project: these and its approvers may be added to an order. */
export const onlookers: readonly number[] = [3, 4]

export class Model {
  readonly orders: ModelOrder[] = []
  readonly forcing = new Forcing()
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

  /** Holds for what is sent from now on. */
  say(rate: Rate): void {
    this.#world.rate = rate
  }

  submit(asked: Asked & Pick<ModelOrder, 'author'>): ModelOrder | null {
    const stages = this.#plan(asked, null)
    if (!stages) return null
    const sentAt = this.forcing.tick()
    const order: ModelOrder = { ...asked, state: 'in_approval', revision: 1, sentAt, stages, last: null }
    this.orders.push(order)
    return order
  }

  amend(total: number): number {
    const { policy, total: before, opening, tolerated } = this.#world
    const isBelow =
      policy === 'bloquear' && leftIn(total - opening, this.orders).toSpend < -allowedBeyond(total, tolerated)
    if (total === before || isBelow) return 409
    this.#world.total = total
    return 200
  }

  budget(centre: 0 | 1, total: number | null): number {
    const { policy, budgets } = this.#world
    const [, committed = 0, used = 0] = amountsOf(this.ordersOf(centre))
    const isBelow = policy === 'bloquear' && total !== null && total < committed + used
    if (total === budgets[centre] || isBelow) return 409
    budgets[centre] = total
    return 200
  }

  ordersOf(centre: Centre): ModelOrder[] {
    return this.orders.filter(order => order.centre === centre)
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

  /** People who are asked beside others of the open turn after a delay. */
  delayed({ state, stages }: ModelOrder) {
    return state === 'in_approval' ? delayedIn(stages) : []
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
        return this.#correct(order, step)
      case 'force':
        return this.#force(order, step)
      case 'withdraw':
        return withdraw(order)
      case 'confirm':
        return become(order, 'executed', order.state === 'approved' && this.#isProviderOn)
      case 'cancel':
        return become(order, 'cancelled', order.state === 'approved')
    }
  }

  /** Rest of the contract, and what it tolerates beyond that. */
  #left() {
    const { total, opening, tolerated } = this.#world
    return { ...leftIn(total - opening, this.orders), allowed: allowedBeyond(total, tolerated) }
  }

  #leftIn(centre: Centre) {
    const total = centre === null ? null : this.#world.budgets[centre]
    return leftIn(total ?? Number.POSITIVE_INFINITY, this.ordersOf(centre))
  }

  /** The stages of a new order, or null when it may not be sent. `self` is being corrected. */
  #plan({ amount, centre }: Asked, self: ModelOrder | null): Stage[] | null {
    if (!this.#takesOrders || !this.#isProviderOn) return null
    const { policy, rate } = this.#world
    const { toAsk, allowed } = this.#left()
    const exceeds = amount > toAsk
    const isBeyond = amount > toAsk + allowed
    if (policy === 'bloquear' && (isBeyond || amount > this.#leftIn(centre).toAsk)) return null
    const gone = ['rejected', 'cancelled', 'returned']
    const asked = this.orders.filter(order => order !== self && !gone.includes(order.state))
    const earlier = asked.reduce((sum, order) => sum + order.amount, 0)
    const rule = this.#rules.find(({ from, cumulative, isInDollars, overBudget, centres }) => {
      const said = (euros: number) => (isInDollars ? inDollars(euros, rate) : euros)
      return (
        (from === null || said(amount) >= from) &&
        (cumulative === null || said(amount) + said(earlier) >= cumulative) &&
        (!overBudget || exceeds) &&
        (centres.length === 0 || centres.includes(centre))
      )
    })
    // Stages are numbered in the order in which they open.
    const inOrder = rule?.stages.map(stageOf).toSorted((one, other) => one.turn - other.turn)
    const stages = inOrder ?? [opened(ofProject, ofProject.length, 1, true)]
    return policy === 'requiere_aprobacion' && isBeyond ? [...stages, ownersAfter(stages)] : stages
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

  #force(order: ModelOrder, { by, how }: ModelMove & { do: 'force' }): number {
    if (!this.forcing.may(order, by)) return 409
    if (how === 'reject') return end(order, 'rejected')
    const before = structuredClone(order.stages)
    force(order.stages)
    // Nobody gave the last approval, so nobody takes it back.
    order.last = null
    return this.#approve(order, before)
  }

  #takeBack(order: ModelOrder, who: number): number {
    if (this.#fresh.has(who) || order.last?.who !== who || !this.#takesOrders) return 409
    reopen(order.last.stage, who)
    return become(order, 'in_approval', true)
  }

  #approve(order: ModelOrder, before: Stage[]): number {
    const { policy } = this.#world
    const { amount, centre } = order
    const { toSpend, allowed } = this.#left()
    const overspends = amount > Math.min(toSpend + allowed, this.#leftIn(centre).toSpend)
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

  #correct(order: ModelOrder, { amount, centre }: Asked): number {
    const stages = order.state === 'returned' ? this.#plan({ amount, centre }, order) : null
    if (!stages) return 409
    Object.assign(order, {
      amount,
      centre,
      stages,
      state: 'in_approval',
      revision: order.revision + 1,
      sentAt: this.forcing.tick(),
      last: null,
    })
    return 200
  }
}

const hasPart = (who: number): boolean => ofProject.includes(who) || onlookers.includes(who)

/** Whoever has a part in the project sees all of its orders, others those in which they are asked. */
const isSeenBy = (order: ModelOrder, who: number): boolean =>
  hasPart(who) || order.stages.some(stage => seatIn(stage, who))

function withdraw(order: ModelOrder): number {
  const seats = order.stages.flatMap(stage => stage.seats)
  const isTouched =
    seats.some(seat => ['approved', 'rejected'].includes(seat.status)) ||
    order.stages.some(stage => stage.forced)
  if (!['in_approval', 'blocked'].includes(order.state) || isTouched) return 409
  for (const seat of seats) if (seat.status === 'pending') seat.status = 'void'
  return become(order, 'returned', true)
}

function become(order: ModelOrder, state: ModelOrder['state'], may: boolean): number {
  if (may) order.state = state
  return may ? 200 : 409
}

function end(order: ModelOrder, state: 'returned' | 'rejected'): number {
  for (const stage of order.stages) skip(stage)
  order.state = state
  return 200
}
