import { expect, test } from 'vitest'
import {
  type AccountGiver,
  accountChange,
  fieldsToFill,
  type Merging,
  type MergingProvider,
  mayMerge,
  mergeStops,
} from '#features/providers/rules/merging.ts'
import type { Actor } from '#kernel/actor.ts'
import { actorWith } from '#tests/support/actor.ts'

const admin: Actor = actorWith({ role: 'admin' })

const provider = (id: string, over: Partial<MergingProvider> = {}): MergingProvider => ({
  id,
  taxId: 'B12345674',
  taxKey: 'B12345674',
  email: null,
  phone: null,
  iban: null,
  paymentTerms: null,
  status: 'active',
  mergedInto: null,
  hasBankChange: false,
  hasPeople: false,
  ...over,
})

type Over = Partial<Omit<Merging, 'merged' | 'survivor'>> & {
  readonly merged?: Partial<MergingProvider>
  readonly survivor?: Partial<MergingProvider>
}
const merging = ({ merged, survivor, ...over }: Over = {}): Merging => ({
  liveBatches: [],
  accountGivers: null,
  ...over,
  merged: provider('PRV-001', merged),
  survivor: provider('PRV-002', survivor),
})
const stops = (over: Over) => mergeStops(admin, merging(over)).map(({ refused }) => refused)
const nobody = { taxId: null, taxKey: null }
const other = { taxId: 'A58818501', taxKey: 'A58818501' }

test.each<[string, Over, string[]]>([
  ['two with one tax id', {}, []],
  ['one without a tax id', { survivor: nobody }, []],
  ['an inactive one into an active one', { merged: { status: 'inactive' } }, []],
  ['one into an inactive one', { survivor: { status: 'inactive' } }, ['survivor_inactive']],
  ['one into itself', { survivor: { id: 'PRV-001' } }, ['same_provider']],
  ['one that is merged already', { merged: { mergedInto: 'PRV-009' } }, ['provider_merged']],
  ['one into one that is merged', { survivor: { mergedInto: 'PRV-009' } }, ['provider_merged']],
  ['two tax ids', { survivor: other }, ['different_tax_ids']],
  ['other bank data that waits', { survivor: { hasBankChange: true } }, ['bank_change_pending']],
  [
    'other bank data that waits for the one that goes',
    { merged: { hasBankChange: true } },
    ['bank_change_pending'],
  ],
  ['a batch on its way', { liveBatches: ['R-001'] }, ['in_live_batch']],
  ['people of both, of one tax id', { merged: { hasPeople: true }, survivor: { hasPeople: true } }, []],
  [
    'people of both, without one tax id',
    { merged: { ...nobody, hasPeople: true }, survivor: { hasPeople: true } },
    ['people_of_both'],
  ],
  [
    'several at once',
    { survivor: { ...other, hasBankChange: true } },
    ['different_tax_ids', 'bank_change_pending'],
  ],
])('%s', (_, over, found) => {
  expect(stops(over)).toEqual(found)
})

test.each<[string | null, string | null, string, string[]]>([
  ['ES1', 'ES1', 'same', []],
  [null, null, 'same', []],
  ['ES1', null, 'none', []],
  [null, 'ES2', 'first', ['own_account']],
  ['ES1', 'ES2', 'replaced', ['own_account']],
])(
  'from the account %s to %s: %s; who alone gave the second one does not merge into it',
  (from, to, change, own) => {
    const over = { merged: { iban: from }, survivor: { iban: to } }
    expect(accountChange(merging(over))).toBe(change)
    const by = (...hands: AccountGiver[]) => stops({ ...over, accountGivers: hands })
    const ana = { id: 'ana', isTrusted: true }
    const eva = { id: 'eva', isTrusted: true }
    const unvouched = own.map(() => 'account_unvouched')
    expect(by(ana)).toEqual(own)
    // Of a service, whoever made one of its tokens.
    expect(by(eva, ana)).toEqual(own)
    expect(by(eva)).toEqual([])
    expect(by({ ...eva, isTrusted: false })).toEqual(unvouched)
    expect(by()).toEqual(unvouched)
  },
)

test('the survivor takes what it lacks, and never an account', () => {
  const full = { email: 'a@b.example', phone: '600', iban: 'ES1', paymentTerms: { parts: [], payDays: [] } }
  expect(fieldsToFill(merging({ merged: full, survivor: nobody }))).toEqual([
    'taxId',
    'email',
    'phone',
    'paymentTerms',
  ])
  expect(fieldsToFill(merging({ merged: full, survivor: { ...full, email: 'c@d.example' } }))).toEqual([])
})

test('an administrator merges, in a company that works and with an account in their own hands', () => {
  expect(mayMerge(admin)).toBe(true)
  expect(mayMerge({ ...admin, role: 'client', clientId: 'x' })).toMatchObject({ refused: 'forbidden' })
  expect(mayMerge({ ...admin, companySuspended: true })).toMatchObject({ refused: 'company_suspended' })
  expect(mayMerge({ ...admin, untrustedReason: 'service_account' })).toMatchObject({
    refused: 'untrusted_account',
  })
})
