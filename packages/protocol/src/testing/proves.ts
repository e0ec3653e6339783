/**
 * Says which requirements the running test proves, or which fault (`F16`) or threat (`T44`) it shows to be withstood;
 * `test/requirements.test.ts` compares these with `docs/protocol/` and `docs/faults.md`.
 */
export function proves(...ids: readonly string[]): void {
  for (const id of ids) {
    if (!/^((DPTR|SIG|VAL|EXE|ROOM)-\d{2,3}|[FT]\d{1,2})$/.test(id)) throw new Error(`${id} is no requirement's id`)
  }
}
