// The browser of the journeys: one that is already here. Playwright's own download is not used.
import { findProgram, installPackage } from '#tests/support/debian.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

/**
 * Parts of the browser around the page that no journey looks at. For each window two pages of suggestions for its
 * address bar, in a process each, took half the processor time of opening it. Beside each page stood a process
 * ready for another. The list takes the place of the runner's own, whose names follow.
 */
export const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
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
  return NAMES.map(findProgram).find(file => file !== null) ?? null
}

/** On a bare Debian or Ubuntu run as root (most CI machines): the distribution's package. */
export function installChromium(): string | null {
  if (process.getuid?.() !== 0) return null
  console.log('\nInstalling Chromium (apt-get)…')
  installPackage('chromium')
  return findChromium()
}
