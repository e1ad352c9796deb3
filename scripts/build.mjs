// `node scripts/build.mjs`: builds the browser's half, when something that it is made of changed.
import { buildBrowserPart } from './prepare.mjs'

buildBrowserPart()
