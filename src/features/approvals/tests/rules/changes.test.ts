import { expect, test } from 'vitest'
import { accountEnd, changesBetween, type RevisionContent } from '#features/approvals/rules/changes.ts'
import { money } from '#kernel/money.ts'

const one: RevisionContent = {
  name: 'Mesas',
  type: 'gasto',
  project: 'Catas',
  provider: 'Cubas',
  providerId: 'PRV-001',
  projectId: 'PRJ-001',
  costCentre: null,
  contract: 'CTR-001',
  breakdown: null,
  payments: null,
  bankAccount: 'ES9121000418450200051332',
  invoiceNumber: null,
  invoiceDate: null,
  description: null,
  amount: money(100n, 'EUR'),
  files: [
    { id: 'a', name: 'oferta.pdf' },
    { id: 'b', name: 'plano.pdf' },
  ],
}
const nothing = { amount: null, texts: [], added: [], removed: [] }

test.each([
  ['nothing', {}, {}],
  [
    'an amount',
    { amount: money(101n, 'EUR') },
    { amount: { before: one.amount, after: money(101n, 'EUR') } },
  ],
  [
    'a currency',
    { amount: money(100n, 'USD') },
    { amount: { before: one.amount, after: money(100n, 'USD') } },
  ],
  ['what was empty', { description: 'De roble' }, { texts: [text('description', null, 'De roble')] }],
  [
    'several, the gravest first',
    { name: 'Sillas', bankAccount: 'ES7921000813610123450001', provider: 'Toneles', providerId: 'PRV-002' },
    {
      texts: [
        text('provider', 'Cubas', 'Toneles'),
        text('bankAccount', '···· 1332', '···· 0001'),
        text('name', 'Mesas', 'Sillas'),
      ],
    },
  ],
  [
    'an account for another with the same end',
    { bankAccount: 'DE89370400440532011332' },
    { texts: [text('bankAccount', '···· 1332', '···· 1332 (otra cuenta)')] },
  ],
  [
    'a provider for another of the same name',
    { providerId: 'PRV-002' },
    { texts: [text('provider', 'Cubas · PRV-001', 'Cubas · PRV-002')] },
  ],
  [
    'a project for another of the same name',
    { projectId: 'PRJ-002' },
    { texts: [text('project', 'Catas · PRJ-001', 'Catas · PRJ-002')] },
  ],
  [
    'a file for another of the same name',
    { files: [one.files[1], { id: 'c', name: 'oferta.pdf' }] },
    { added: ['oferta.pdf'], removed: ['oferta.pdf'] },
  ],
] as const)('a correction that changes %s says so and nothing else', (_, over, changed) => {
  const after = {
    ...one,
    ...over,
    files: 'files' in over ? over.files.flatMap(file => file ?? []) : one.files,
  }
  expect(changesBetween(one, after)).toEqual({ ...nothing, ...changed })
})

test('an account is told by its end alone', () => {
  expect([accountEnd('ES9121000418450200051332'), accountEnd(null)]).toEqual(['···· 1332', null])
})

function text(field: string, before: string | null, after: string) {
  return { field, before, after }
}
