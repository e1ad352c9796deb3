/** Every demo account's password: real, printed at start, and only ever made in demo mode. */
export const demoPassword = 'vistobueno-demo'
