// Untrusted files: who reads them, and where.
import { wrongImports } from './layers.ts'
import type { Source } from './sources.ts'

/**
 * Engines and readers of untrusted files that something outside their threads loads. A door (`reading.ts`) starts the
 * thread (`worker.ts`) and knows it by its type alone.
 */
function readersLoaded(sources: Source[]): string[] {
  const inThread =
    /^src\/(features\/[^/]+\/readers\/(?!reading\.ts$)|server\/(pdf\/open-pdf|pictures\/(pdf-page|photo|qr))\.ts$)/
  const ofThread =
    /^src\/(features\/[^/]+\/readers\/(?!reading\.ts$)|server\/pictures\/(worker|pdf-page)\.ts$)/
  return sources
    .filter(({ path }) => path.startsWith('src/') && !path.endsWith('.test.ts') && !ofThread.test(path))
    .flatMap(({ path, loads }) =>
      loads
        .filter(target => inThread.test(target))
        .map(target => `${path}: ${target} runs only in a thread of its own`),
    )
}

const importing = (target: string) => `import { x } from '${target}'\nexport const y = x`

export const threadRules = [
  {
    promise: 'an untrusted file is read in a thread of its own: one door leads to the readers',
    check: readersLoaded,
    bad: [
      { 'src/features/invoices/commands.ts': importing('./readers/pdf.ts') },
      { 'src/features/invoices/readers/reading.ts': importing('./pdf.ts') },
      { 'src/app/api.ts': importing('#features/invoices/readers/worker.ts') },
      { 'src/server/pictures/painter.ts': importing('#server/pdf/open-pdf.ts') },
      { 'src/server/http/server.ts': importing('#server/pictures/qr.ts') },
    ],
    good: {
      'src/features/invoices/commands.ts': importing('./readers/reading.ts'),
      'src/features/invoices/readers/reading.ts': "import type { x } from './worker.ts'",
      'src/features/invoices/readers/pdf.ts': importing('#server/pdf/open-pdf.ts'),
    },
  },
  {
    promise: 'readers see rules and plumbing, and only commands of their slice start them',
    check: wrongImports,
    bad: [
      { 'src/features/invoices/readers/pdf.ts': importing('../commands.ts') },
      { 'src/features/invoices/readers/pdf.ts': importing('../store.ts') },
      { 'src/features/invoices/readers/pdf.ts': importing('#server/database/sql.ts') },
      { 'src/features/invoices/rules.ts': importing('./readers/reading.ts') },
      { 'src/features/invoices/views.ts': importing('./readers/reading.ts') },
      { 'src/features/executions/commands.ts': importing('#features/invoices/readers/reading.ts') },
    ],
    good: {
      'src/features/invoices/readers/pdf.ts': importing('#server/xml/read.ts'),
      'src/features/invoices/commands.ts': importing('./readers/reading.ts'),
    },
  },
]
