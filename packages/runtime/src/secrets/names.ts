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
