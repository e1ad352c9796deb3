/**
 * Configuration of zod that must be imported before everything: without it zod tries `new Function` once, which
 * the content policy reports. zod reads this object when it loads, later; its own `config` would bring the
 * whole library to the sign-in screen, which does without.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
