// Answers of the nodes of two releases, each read by the other's pages while nodes are replaced one by one.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../architecture/sources.ts'
import { unreadAnswers } from './answer-schemas.ts'
import { previous, unpackPreviousRelease, whyNotHere } from './previous-release.ts'

const reason = whyNotHere()
if (reason !== null) console.log(`the answers of two releases are not compared: ${reason}`)

/** JSON Schemas of what every call answers (`said`), and of what a page takes as its answer (`taken`), by its id. */
const printed = `
  import fs from 'node:fs'
  import path from 'node:path'
  import { pathToFileURL } from 'node:url'
  import { z } from 'zod'
  const files = fs.globSync('src/features/*/{wire.ts,wire/*.ts}').toSorted()
  const modules = await Promise.all(files.map(file => import(pathToFileURL(path.resolve(file)).href)))
  const endpoints = modules.flatMap(module => Object.values(module)).filter(part => part?.id && part.response && part.path)
  const schema = (response, io) => z.toJSONSchema(response, { io, unrepresentable: 'any' })
  process.stdout.write(JSON.stringify(Object.fromEntries(endpoints.map(({ id, response }) =>
    [id, { said: schema(response, 'output'), taken: schema(response, 'input') }]))))`

const answersIn = (folder: string) =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', printed], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    }),
  )

test.skipIf(reason !== null)('pages of either release read what nodes of the other answer', () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'releases-'))
  try {
    const folder = path.join(home, previous.version)
    unpackPreviousRelease(folder)
    const [before, now] = [answersIn(folder), answersIn(repository)]
    expect(Object.keys(now).length).toBeGreaterThan(200)
    expect({
      'of nodes of the release before, on pages of this one': unreadAnswers({ said: before, taken: now }),
      'of nodes of this release, on pages of the one before': unreadAnswers({ said: now, taken: before }),
    }).toEqual({
      'of nodes of the release before, on pages of this one': [],
      'of nodes of this release, on pages of the one before': [],
    })
  } finally {
    fs.rmSync(home, { recursive: true })
  }
})
