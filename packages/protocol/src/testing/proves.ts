/** Says which requirements the running test proves; `test/requirements.test.ts` compares these with `docs/protocol/`. */
export function proves(...ids: readonly string[]): void {
  for (const id of ids) {
    if (!/^(DPTR|SIG|VAL|EXE|ROOM)-\d{2,3}$/.test(id)) throw new Error(`${id} is no requirement's id`)
  }
}
