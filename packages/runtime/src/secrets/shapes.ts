/** Texts that are tokens by their form, whoever issued them: nobody had to say that they are secret. Each is read in one go. */

interface Shape {
  readonly name: string
  readonly pattern: RegExp
}

export const shapes: readonly Shape[] = [
  {
    name: 'private key',
    // Its lines, as they are or as they stand in JSON: where its end is missing, what follows is no part of it.
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:\r?\n|\\r?\\n|\\n)[ \t]{0,8}(?!-----)[\w+/=-]{0,200}(?:[:=][^\r\n\\]{0,200})?){0,800}(?:(?:\r?\n|(?:\\r)?\\n)?[ \t]{0,8}-----END [A-Z0-9 ]{1,60}-----)?/g,
  },
  { name: 'web token', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  { name: 'Anthropic key', pattern: /\bsk-ant-[\w-]{16,}/g },
  { name: 'API key', pattern: /\bsk-(?:proj-|svcacct-|or-v1-)?(?=[\w-]{0,200}\d)[\w-]{20,}/g },
  { name: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{22,})/g },
  { name: 'GitLab token', pattern: /\bglpat-[\w-]{20,}/g },
  { name: 'AWS key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'Slack token', pattern: /\bxox[abprs]-[A-Za-z0-9-]{10,}/g },
  { name: 'Google key', pattern: /\bAIza[\w-]{35}/g },
  { name: 'Stripe key', pattern: /\b[sr]k_live_[A-Za-z0-9]{16,}/g },
  { name: 'authorization', pattern: /(?<=\b(?:Bearer|Basic) )[\w.~+/-]{20,}=*/g },
  { name: 'password', pattern: /(?<=:\/\/[^\s:/@]{1,100}:)[^\s:/@"'\\]{3,200}(?=@)/g },
]

/** The end of a text in which one of them may have begun. */
export const unfinishedShape: RegExp =
  /\b(?:sk-|gh[pousr]_|github_pat_|glpat-|A[KS]IA|npm_|xox[abprs]-|AIza|eyJ|[sr]k_live_)[\w.-]{0,4000}$/
