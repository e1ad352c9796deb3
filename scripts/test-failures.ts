/** Failures as a runner's report tells them, in a few lines each: a log that is read by its end says why it ended badly. */
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

const longest = 600

const ErrorWire = z.object({ message: z.string().optional() })
const OutputWire = z.object({ text: z.string().optional() })
const ResultWire = z.object({
  status: z.string(),
  errors: z.array(ErrorWire).default([]),
  stdout: z.array(OutputWire).default([]),
})
const TestWire = z.object({ status: z.string(), projectName: z.string(), results: z.array(ResultWire) })
const SpecWire = z.object({ title: z.string(), file: z.string(), line: z.number(), tests: z.array(TestWire) })
const SuiteWire = z.object({
  specs: z.array(SpecWire).default([]),
  get suites() {
    return z.array(SuiteWire).default([])
  },
})
type Suite = z.infer<typeof SuiteWire>

const PlaywrightWire = z.object({
  suites: z.array(SuiteWire).default([]),
  errors: z.array(ErrorWire).default([]),
})

const VitestWire = z.object({
  testResults: z
    .array(
      z.object({
        name: z.string(),
        message: z.string().default(''),
        status: z.string(),
        assertionResults: z.array(
          z.object({
            fullName: z.string(),
            status: z.string(),
            failureMessages: z.array(z.string()).nullish(),
          }),
        ),
      }),
    )
    .default([]),
})

/** Each try that failed of journeys that failed or were unstable, and errors outside any journey. */
export function failuresOfPlaywright(report: unknown): readonly string[] {
  const read = PlaywrightWire.safeParse(report)
  if (!read.success) return []
  const { suites, errors } = read.data
  return [...suites.flatMap(failuresOfSuite), ...errors.map(error => short('outside any journey', [error]))]
}

function failuresOfSuite({ specs, suites }: Suite): readonly string[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .flatMap(({ projectName, status, results }) =>
        results
          .filter(result => result.errors.length > 0)
          .map(({ errors, stdout }) => {
            const name = `${status === 'flaky' ? 'unstable' : 'failed'}: ${file}:${line} [${projectName}] ${title}`
            return short(name, errors, stdout)
          }),
      ),
  )
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

export function failuresOfVitest(report: unknown): readonly string[] {
  const read = VitestWire.safeParse(report)
  if (!read.success) return []
  return read.data.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter(each => each.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [short(`failed: ${name}`, [{ message }])]
    return failed.map(({ fullName, failureMessages }) =>
      short(`failed: ${name}: ${fullName}`, [{ message: failureMessages?.[0] ?? '' }]),
    )
  })
}

function short(
  name: string,
  errors: readonly z.infer<typeof ErrorWire>[],
  printed: readonly z.infer<typeof OutputWire>[] = [],
): string {
  const texts = [...errors.map(({ message = '' }) => message), ...printed.map(({ text = '' }) => text)]
  const lines = texts.map(text =>
    stripVTControlCharacters(text).replace(/\s+/g, ' ').trim().slice(0, longest),
  )
  return [name, ...lines.filter(Boolean).slice(0, 4)].join('\n    ')
}
