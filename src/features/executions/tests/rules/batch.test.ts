import { describe, expect, test } from 'vitest'
import {
  batchAbilities,
  batchHand,
  batchPrincipals,
  batchState,
  type Handler,
  mayBatch,
  type Payable,
  type Progress,
  soundPayDay,
} from '#features/executions/rules/batch.ts'
import { largestMinor } from '#features/executions/rules/credit-transfer.ts'
import { dayFrom } from '#kernel/day.ts'
import { money } from '#kernel/money.ts'
import { pablo as actor, executor } from '#tests/support/pablo.ts'

const order: Payable = {
  state: 'approved',
  hasPaid: false,
  authorIds: ['nuria'],
  deciderIds: ['marta'],
  forcerIds: [],
  executorMayApprove: false,
  paymentBatchId: null,
  isCreditNote: false,
  standsInFor: [],
  type: 'gasto',
  payable: money(100n, 'EUR'),
  bankAccount: 'ES9121000418450200051332',
  bankBic: null,
  providerName: 'Grúas Peña & Hijos',
}
const said = (answer: true | { readonly refused: string }) => (answer === true ? true : answer.refused)
const day = (text: string) => dayFrom(text) ?? expect.fail(text)

test.each([
  [{}, true],
  [{ payable: money(largestMinor, 'EUR') }, true],
  [{ payable: money(largestMinor + 1n, 'EUR') }, 'amount_too_large'],
  [{ payable: money(100n, 'USD') }, 'not_euros'],
  [{ type: 'emision' }, 'not_a_payment'],
  [{ bankAccount: null }, 'no_account'],
  [{ bankAccount: 'ES9121000418450200051333' }, 'no_account'],
  [{ bankAccount: 'TR330006100519786457841326' }, 'account_not_sepa'],
  [{ providerName: 'Παπαδόπουλος' }, 'name_not_latin'],
  [{ providerName: 'Иванов SA' }, 'name_not_latin'],
  [{ providerName: 'Łódź Straße & Ørsted' }, true],
  [{ bankAccount: 'CH9300762011623852957', bankBic: null }, 'bic_required'],
  [{ bankAccount: 'CH9300762011623852957', bankBic: 'POFICHBEXXX' }, true],
  [{ paymentBatchId: 'R-001' }, 'in_payment_batch'],
  [{ state: 'executed' }, 'already_executed'],
  [{ state: 'execution_rejected' }, 'not_approved'],
  [{ authorIds: ['pablo'] }, 'own_document'],
  [{ deciderIds: ['pablo'] }, 'approver_cannot_execute'],
] as const)('whether an order may go into a batch (%#)', (change, answer) => {
  expect(said(mayBatch(actor, { ...order, ...change }, executor))).toBe(answer)
})

test('who does not execute in its project puts no order into a batch', () => {
  expect(said(mayBatch(actor, order, { ...executor, permissions: ['admin'] }))).toBe('forbidden')
})

test.each([
  ['2026-11-20', true],
  ['2026-11-23', true],
  ['2026-11-19', 'pay_on_past'],
  ['2026-11-21', 'pay_on_closed'],
  ['2026-12-25', 'pay_on_closed'],
  ['2027-01-19', true],
  ['2027-01-20', 'pay_on_too_far'],
])('a batch made on 20/11/2026 to be paid on %s: %s', (payOn, answer) => {
  expect(said(soundPayDay(day(payOn), day('2026-11-20')))).toBe(answer)
})

describe('what may be done with a batch', () => {
  const fresh: Progress = {
    isCancelled: false,
    isDownloaded: false,
    release: 'none',
    waiting: 2,
    executed: 0,
    returned: 0,
    payOn: '2026-11-23',
  }
  const sent: Progress = { ...fresh, isDownloaded: true }
  const second: Handler = {
    executesAll: true,
    principals: [],
    isAdmin: false,
    hasFile: false,
    hasOtherHand: true,
    isMaker: false,
    isAuthor: false,
    isDecider: false,
    isForcer: false,
    executorMayApprove: false,
    releasers: [],
    trust: true,
    today: day('2026-11-20'),
  }
  test.each([
    ['just made', fresh, ['release_not_needed', true, 'not_downloaded', 'not_downloaded', true]],
    [
      'waiting for its release',
      { ...fresh, release: 'pending' },
      [true, 'not_released', 'not_downloaded', 'not_downloaded', true],
    ],
    [
      'released',
      { ...fresh, release: 'released' },
      ['already_released', true, 'not_downloaded', 'not_downloaded', true],
    ],
    ['downloaded', sent, ['release_not_needed', true, true, true, true]],
    ['begun', { ...sent, waiting: 1, executed: 1 }, ['release_not_needed', true, true, true, 'batch_begun']],
    [
      'given back in part',
      { ...sent, waiting: 1, returned: 1 },
      ['release_not_needed', true, true, true, 'batch_begun'],
    ],
    [
      'settled',
      { ...sent, waiting: 0, executed: 2 },
      ['release_not_needed', true, 'batch_settled', 'batch_settled', 'batch_begun'],
    ],
    ['cancelled', { ...fresh, isCancelled: true }, Array(5).fill('batch_cancelled')],
  ] as const)('%s', (_, batch, answers) => {
    const { release, download, confirm, giveBack, cancel } = batchAbilities(second, batch)
    expect([release, download, confirm, giveBack, cancel].map(said)).toEqual(answers)
    const nobody = { ...second, executesAll: false }
    for (const no of Object.values(batchAbilities(nobody, batch))) expect(said(no)).toBe('forbidden')
  })

  test('downloaded, it is cancelled by a second person alone, who may be of the administration', () => {
    const mine = { ...second, hasFile: true }
    expect(said(batchAbilities(mine, sent).cancel)).toBe('own_download')
    const admin = { ...second, executesAll: false, isAdmin: true }
    expect(said(batchAbilities(admin, sent).cancel)).toBe(true)
    expect(said(batchAbilities(admin, fresh).cancel)).toBe('forbidden')
    expect(said(batchAbilities({ ...admin, hasFile: true }, sent).cancel)).toBe('own_download')
  })

  test('after the day of its payment, it is not downloaded any more', () => {
    const at = (today: string) => batchAbilities({ ...second, today: day(today) }, sent)
    expect(said(at('2026-11-23').download)).toBe(true)
    expect(said(at('2026-11-24').download)).toBe('pay_day_passed')
    expect(said(at('2026-11-24').confirm)).toBe(true)
    const waiting = { ...second, today: day('2026-11-24') }
    expect(said(batchAbilities(waiting, { ...fresh, release: 'pending' }).release)).toBe('pay_day_passed')
  })

  test('says how it stands', () => {
    expect(batchState(sent)).toBe('open')
    expect(batchState({ ...sent, waiting: 0 })).toBe('settled')
    expect(batchState({ ...sent, isCancelled: true })).toBe('cancelled')
  })

  const principal = {
    userId: 'ana',
    name: 'Ana',
    isMaker: false,
    isAuthor: false,
    isDecider: false,
    isForcer: false,
    hasFile: false,
  }
  const substitute: Handler = { ...second, executesAll: false, principals: [principal] }
  const waiting: Progress = { ...fresh, release: 'pending' }

  test.each([
    [substitute, waiting, 'release', true, 'ana'],
    [
      { ...substitute, principals: [{ ...principal, isMaker: true }] },
      waiting,
      'release',
      'no_releaser',
      'ana',
    ],
    [{ ...substitute, isMaker: true }, waiting, 'release', 'no_releaser', 'ana'],
    [
      { ...substitute, principals: [{ ...principal, isAuthor: true }] },
      waiting,
      'release',
      'wrote_in_batch',
      'ana',
    ],
    [
      { ...substitute, principals: [{ ...principal, isDecider: true }] },
      waiting,
      'release',
      'decided_in_batch',
      'ana',
    ],
    [
      {
        ...substitute,
        principals: [
          { ...principal, isMaker: true },
          { ...principal, userId: 'luis' },
        ],
      },
      waiting,
      'release',
      true,
      'luis',
    ],
    [{ ...substitute, principals: [{ ...principal, hasFile: true }] }, sent, 'cancel', 'own_download', 'ana'],
    // In their own place where that is enough.
    [{ ...substitute, executesAll: true }, waiting, 'release', true, null],
    [
      { ...substitute, isAdmin: true, principals: [{ ...principal, hasFile: true }] },
      sent,
      'cancel',
      true,
      null,
    ],
    [{ ...substitute, principals: [] }, waiting, 'release', 'forbidden', null],
  ] as const)(
    'by a substitute, for whom both hands count (%#)',
    (handler, batch, verb, answer, onBehalfOf) => {
      const hand = batchHand(handler, batch, verb)
      expect([said(hand.may), hand.onBehalfOf]).toEqual([answer, onBehalfOf])
    },
  )
})

const ana = { userId: 'ana', name: 'Ana' }
const luis = { userId: 'luis', name: 'Luis' }
test.each([
  [[{ isOwn: true, standsInFor: [ana] }], [null]],
  [
    [
      { isOwn: true, standsInFor: [] },
      { isOwn: false, standsInFor: [ana] },
    ],
    [ana],
  ],
  [
    [
      { isOwn: false, standsInFor: [ana, luis] },
      { isOwn: false, standsInFor: [luis] },
    ],
    [luis],
  ],
  [
    [
      { isOwn: false, standsInFor: [ana] },
      { isOwn: false, standsInFor: [luis] },
    ],
    'several_principals',
  ],
  [
    [
      { isOwn: false, standsInFor: [ana] },
      { isOwn: false, standsInFor: [] },
    ],
    'forbidden',
  ],
])('a batch is made in the place of one person at most (%#)', (orders, answer) => {
  const found = batchPrincipals(orders)
  expect(Array.isArray(found) ? found : found.refused).toEqual(answer)
})
