/**
 * Imported before everything: zod tries `new Function` once unless told not to, and the content policy
 * reports it. zod finds this object when it loads, later; its own `config` would bring the whole library to
 * the sign-in screen, which does without.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
