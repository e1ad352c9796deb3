// A thread that tells of its process, or ends it as V8 may.
import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

/** `endsProcess`: at every try, or at the first one only, of which the file `mark` keeps the memory. */
type FragileTask = { readonly endsProcess: 'always' | 'once' | 'never'; readonly mark?: string }

const { endsProcess, mark }: FragileTask = workerData
if (endsProcess === 'always') process.kill(process.pid, 'SIGKILL')
if (endsProcess === 'once' && mark && !fs.existsSync(mark)) {
  fs.writeFileSync(mark, '')
  process.kill(process.pid, 'SIGKILL')
}
const environment = fs.readFileSync('/proc/self/environ', 'utf8').split('\0').filter(Boolean)
parentPort?.postMessage({ processId: process.pid, environment })
