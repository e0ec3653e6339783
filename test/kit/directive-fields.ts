/** What of a command's output a follower needs. */
export interface DirectiveFields {
  /** Null: there is no directive. */
  readonly command: string | null
  /** Where an output is to be written first; null: nowhere. */
  readonly file: string | null
}

/** Fails where there are several directives, or something stands after it. */
export function directiveFields(stdout: string): DirectiveFields {
  const found = [...stdout.matchAll(/^MANDATORY: .*\n\n`(.+)`\n\nDo NOT .*$/gm)]
  if (found.length > 1) throw new Error(`There are ${found.length} directives:\n${stdout}`)
  const [directive] = found
  if (directive !== undefined && !stdout.trimEnd().endsWith(directive[0]))
    throw new Error(`The directive is not the last thing:\n${stdout}`)
  const [, file] = /^The output of this step is JSON, written to (.+):$/m.exec(stdout) ?? []
  return { command: directive?.[1] ?? null, file: file ?? null }
}

/** Fails where a shell that shows both streams as one may show something after the directive, whichever it reads first. */
export function bothWays({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): void {
  directiveFields(stdout + stderr)
  directiveFields(stderr + stdout)
}
