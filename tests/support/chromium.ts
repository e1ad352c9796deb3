// The browser of the journeys: one that is already here. Playwright's own download is not used.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

/**
 * Parts of the browser around the page that no journey looks at. For each window two pages of suggestions for its
 * address bar, in a process each, took half the processor time of opening it. The list takes the place of the
 * runner's own, whose names follow.
 */
export const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

export function findChromium(): string | null {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = NAMES.flatMap(name => folders.map(folder => path.join(folder, name)))
  return candidates.find(file => fs.existsSync(file)) ?? null
}

/** On a bare Debian or Ubuntu run as root (most CI machines): the distribution's package. */
export function installChromium(): string | null {
  if (process.getuid?.() !== 0) return null
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { stdio: 'inherit', env }).status
  console.log('\nInstalling Chromium (apt-get)…')
  const install = ['install', '-y', '--no-install-recommends', 'chromium']
  if (apt(...install) !== 0) {
    apt('update')
    apt(...install)
  }
  return findChromium()
}
