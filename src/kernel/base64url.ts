/** Bytes as text in base64url without padding, made with functions that browsers and the server both have. */
export const base64urlFrom = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
