// Bodies of the calls of company sign-in, for the suites that make every call.
const secret = 'a'.repeat(43)
const brought = { secret, answer: 'code=x&state=y' }

export const signInSamples = {
  saveCompanySignIn: {
    issuer: 'https://accesos.pruebas.example',
    clientId: 'visto-bueno',
    clientSecret: 'un-secreto',
    trustsAddresses: false,
    revision: 0,
  },
  chooseSignInMode: { mode: 'off', revision: 0 },
  beginCompanySignIn: { secret },
  beginSignInTest: { secret },
  finishCompanySignIn: brought,
  finishSignInTest: brought,
}
