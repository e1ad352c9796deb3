// Commands of the operator under systemd: deploy/operator.sh beside a folder of settings and secrets.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const deploy = fileURLToPath(new URL('../deploy', import.meta.url))
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-operator-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
const example = path.join(deploy, 'settings.env.example')

test('a command of the operator under systemd has the settings and the secrets of the program', () => {
  const place = path.join(folder, 'opt')
  const settings = path.join(folder, 'etc')
  fs.mkdirSync(path.join(place, 'scripts'), { recursive: true })
  fs.mkdirSync(settings)
  fs.cpSync(deploy, path.join(place, 'deploy'), { recursive: true })
  fs.writeFileSync(
    path.join(place, 'scripts/operator.ts'),
    'console.log(JSON.stringify([process.argv.slice(2), process.env]))',
  )
  fs.copyFileSync(example, path.join(settings, 'settings.env'))
  fs.writeFileSync(path.join(settings, 'smtp_url'), 'smtp://mail.example')
  const env = { PATH: process.env.PATH, SETTINGS_FOLDER: settings }
  const told = execFileSync('sh', [path.join(place, 'deploy/operator.sh'), 'mail', 'retry all'], { env })
  const [words, given] = JSON.parse(String(told))
  expect(words).toEqual(['mail', 'retry all'])
  expect(given).toMatchObject({
    ...parseEnv(fs.readFileSync(example, 'utf8')),
    NODE_ENV: 'production',
    DATA_DIR: '/var/lib/visto-bueno',
    SMTP_URL_FILE: path.join(settings, 'smtp_url'),
  })
  expect(given).not.toHaveProperty('SETTINGS.ENV_FILE')
})
