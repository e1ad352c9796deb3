// Environment that a program started by a test inherits: settings of the machine that runs the tests must not change what
// they see, but for its paths and a clock that the whole run was given (`faketime`, see scripts/test.ts).
const inheritedNames = [
  'PATH',
  'HOME',
  'TMPDIR',
  'SYSTEMROOT',
  'LD_PRELOAD',
  'FAKETIME',
  'FAKETIME_SHARED',
  'DONT_FAKE_MONOTONIC',
]

export function inheritedEnvironment(): { readonly [name: string]: string } {
  return Object.fromEntries(
    inheritedNames.flatMap(name => {
      const value = process.env[name]
      return value ? [[name, value]] : []
    }),
  )
}
