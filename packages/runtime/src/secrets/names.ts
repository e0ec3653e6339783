/** Which variables hold secrets, by what they are called: nobody says so of them. */

const words =
  /(^|_)(api_?key|key|keys|token|tokens|secret|secrets|password|passwd|passphrase|pass|pwd|credential|credentials|creds|auth|pat|cookie|jwt|dsn)(_|$)/i

/** Say where something lies or what it is called, whatever else their name says. */
const places =
  /(_|^)(file|path|dir|folder|home|url|uri|host|port|name|id|type|socket|sock|agent|program|command|mode|level|size|limit|desktop|manager|class)$/i

export function looksSecret(name: string): boolean {
  const spelled = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[.-]/g, '_')
  return words.test(spelled) && !places.test(spelled)
}

const files =
  /^(\.env(?!\.(example|sample|template|dist|defaults?)$)(\..+)?|\.npmrc|\.netrc|\.pgpass|\.git-credentials|id_(rsa|dsa|ecdsa|ed25519)|.*\.(pem|key|p12|pfx|jks|keystore|kdbx|ovpn)|(.*[._-])?(secrets?|credentials?)([._-].*)?|service-?account.*\.json)$/i

/** Whether a file holds secrets, by what it or a folder round it is called. */
export const namesSecrets = (path: string): boolean =>
  path.split('/').some((part) => files.test(part) || /^\.(ssh|aws|gnupg|docker|kube)$/.test(part))
