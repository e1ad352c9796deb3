// Which file may import which: the rules, and files that break them.
import { commandsInApp, cycles, isServerOnly, reachable, wrongImports } from './layers.ts'
import type { Source } from './sources.ts'

const importing = (target: string) => `import { x } from '${target}'\nexport const y = x`
const entry = 'src/app/browser-main.tsx'

export const layerRules = [
  {
    promise: 'imports point one way: kernel ← server ← slices in order ← app',
    check: wrongImports,
    bad: [
      { 'src/kernel/money.ts': importing('#server/database/db.ts') },
      { 'src/kernel/money.ts': importing('node:fs') },
      { 'src/server/database/db.ts': importing('#features/documents/rules.ts') },
      { 'src/ui/money.tsx': importing('#features/documents/wire.ts') },
      { 'src/features/documents/rules.ts': importing('#features/approvals/rules.ts') },
      { 'src/features/documents/rules.ts': importing('zod') },
      { 'src/features/documents/rules.ts': importing('./store.ts') },
      { 'src/features/documents/wire.ts': importing('#server/http/route.ts') },
      { 'src/features/documents/store.ts': importing('./wire.ts') },
      { 'src/features/documents/store.ts': importing('#server/jobs/outbox.ts') },
      { 'src/features/documents/scope.ts': importing('./store.ts') },
      { 'src/features/documents/scope.ts': importing('./views.ts') },
      { 'src/features/documents/scope.ts': importing('#server/database/journal.ts') },
      { 'src/features/documents/scope.ts': importing('#features/projects/store.ts') },
      { 'src/features/documents/scope.ts': importing('#features/approvals/scope.ts') },
      { 'src/features/documents/rules.ts': importing('./scope.ts') },
      { 'src/features/documents/rules.ts': importing('./list.ts') },
      { 'src/features/documents/list.ts': importing('zod') },
      { 'src/features/documents/list.ts': importing('./wire.ts') },
      { 'src/features/documents/list.ts': importing('#features/approvals/rules.ts') },
      { 'src/features/documents/store.ts': importing('./list.ts') },
      { 'src/features/documents/wire.ts': importing('./scope.ts') },
      { 'src/features/documents/store.ts': importing('#features/approvals/scope.ts') },
      { 'src/features/documents/web/list-table.tsx': importing('../scope.ts') },
      { 'src/features/documents/views.ts': importing('./commands.ts') },
      { 'src/features/documents/commands.ts': importing('#features/approvals/commands.ts') },
      { 'src/features/people/commands.ts': importing('#features/delegations/commands/end.ts') },
      { 'src/features/documents/store.ts': importing('#features/projects/commands.ts') },
      { 'src/features/documents/views.ts': importing('#features/projects/commands.ts') },
      { 'src/features/approvals/commands/decide.ts': importing('../web/text.ts') },
      { 'src/features/approvals/api.ts': importing('#features/documents/commands.ts') },
      { 'src/features/approvals/web/queries.ts': importing('../views.ts') },
      { 'src/features/approvals/web/inbox-page.tsx': importing('#features/reports/web/text.ts') },
      { 'src/features/approvals/web/inbox-page.tsx': importing('#app/routes.tsx') },
      { 'src/features/approvals/web/inbox-page.tsx': importing('#server/config.ts') },
      { 'src/app/api.ts': importing('#demo/company.ts') },
      { 'src/verify/budget.ts': importing('#features/contracts/commands.ts') },
      { 'src/features/contracts/store.ts': importing('#verify/budget.ts') },
      { 'src/features/approvals/commands.ts': importing('#demo/company.ts') },
    ],
    good: {
      'src/kernel/money.ts': importing('zod'),
      'src/features/approvals/commands/decide.ts': importing('#features/documents/store.ts'),
      'src/features/approvals/web/inbox-page.tsx': importing('#features/reports/rules.ts'),
      'src/features/approvals/commands/withdraw.ts': importing('#features/projects/commands/change.ts'),
      'src/features/approvals/views.ts': importing('#server/database/sql.ts'),
      'src/features/documents/list.ts': importing('./rules.ts'),
      'src/features/documents/wire.ts': importing('./list.ts'),
      'src/features/documents/web/list-table.tsx': importing('../list.ts'),
      'src/features/documents/views/list.ts': importing('#features/projects/list.ts'),
      'src/features/approvals/scope.ts': importing('#features/documents/scope.ts'),
      'src/features/approvals/store.ts': importing('#features/documents/scope.ts'),
      'src/features/approvals/subscribers.ts': importing('#features/documents/facts.ts'),
      'src/features/approvals/api/live.ts': importing('#features/documents/scope.ts'),
      'src/features/documents/scope.ts': importing('#server/database/sql.ts'),
      'src/app/api.ts': importing('#features/approvals/api.ts'),
      'src/main.ts': importing('#demo/company.ts'),
    },
  },
  {
    promise: 'app/ injects no use case of a slice into another, but the two that identity asks of later ones',
    check: commandsInApp,
    bad: [
      {
        'src/app/slice-routes.ts':
          "import { certify } from '#features/certificates/commands/certify.ts'\nexport const a = closingRoutes({ issue: certify })",
      },
      { 'src/app/api.ts': importing('#features/identity/commands/sign-up.ts') },
      { 'src/app/api.ts': importing('#features/documents/commands.ts') },
    ],
    good: {
      'src/app/api.ts': importing('#features/people/commands/acceptance.ts'),
      'src/app/slice-routes.ts': importing('#features/certificates/api/certificates.ts'),
      'src/app/workers.ts': importing('#features/seals/commands/seal.ts'),
    },
  },
  {
    promise: 'no two files import each other, directly or in a circle',
    check: cycles,
    bad: [
      {
        'src/kernel/a.ts': importing('./b.ts'),
        'src/kernel/b.ts': importing('#kernel/c.ts'),
        'src/kernel/c.ts': "export const late = import('./a.ts')",
      },
      {
        'src/features/people/commands.ts': importing('#features/delegations/commands.ts'),
        'src/features/delegations/commands.ts': importing('#features/people/commands/leave.ts'),
        'src/features/people/commands/leave.ts': importing('../commands.ts'),
      },
    ],
    good: { 'src/kernel/a.ts': importing('./b.ts'), 'src/kernel/b.ts': "import type { x } from './a.ts'" },
  },
  {
    promise: 'nothing of the server reaches the browser',
    check: (sources: Source[]) =>
      reachable(sources, entry)
        .filter(isServerOnly)
        .map(file => `${entry} brings ${file} along`),
    bad: [
      'pg',
      'node:fs',
      '#server/database/db.ts',
      '#features/documents/scope.ts',
      '#features/documents/store.ts',
      '#features/documents/commands/a.ts',
    ].map(target => ({
      [entry]: "const late = import('./pages/a.tsx')\nexport { late }",
      'src/app/pages/a.tsx': importing(target),
    })),
    good: { [entry]: importing('#features/documents/wire.ts') },
  },
  {
    promise: 'no screen reaches the server, which could not even load it',
    check: (sources: Source[]) =>
      reachable(sources, 'src/main.ts')
        .filter(file => file.endsWith('.tsx'))
        .map(file => `src/main.ts brings ${file} along`),
    bad: [{ 'src/main.ts': importing('#app/api.ts'), 'src/app/api.ts': importing('#app/routes.tsx') }],
  },
]
