// Bodies of the calls of company sign-in and of passkeys, for the suites that make every call.
const secret = 'a'.repeat(43)
const brought = { secret, answer: 'code=x&state=y' }

const key = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const signed = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' }

const subscription = { endpoint: 'https://empuje.example/a', p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }

export const signInSamples = {
  addDevice: { subscription, publicKey: 'A'.repeat(87), name: 'Chrome en Android' },
  changeDevice: { showsDetails: true },
  renewDevice: { endpoint: 'https://empuje.example/b', auth: 'A'.repeat(22), next: subscription },
  addPasskey: {
    name: 'Portátil',
    credential: { ...key, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
  },
  confirmIdentityWithPasskey: { credential: { ...key, response: signed } },
  finishPasskeySignIn: { credential: { ...key, response: signed } },
  saveCompanySignIn: {
    issuer: 'https://accesos.pruebas.example',
    clientId: 'visto-bueno',
    clientSecret: 'un-secreto',
    trustsAddresses: false,
    revision: 0,
  },
  unlinkFromProvider: { email: 'nadie@pruebas.example' },
  chooseSignInMode: { mode: 'off', revision: 0 },
  beginCompanySignIn: { secret },
  beginSignInTest: { secret },
  finishCompanySignIn: brought,
  finishSignInTest: brought,
}
