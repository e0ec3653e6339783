import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('sigma status loads neither schemas nor protocols, nor what acts: people wait for it', () => {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    await import(${JSON.stringify(new URL('../sigma.ts', import.meta.url).href)})
    console.log(JSON.stringify(loaded))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const loaded: readonly string[] = JSON.parse(stdout)
  const heavy =
    /\/zod\/|\/packages\/(?:protocols|measuring|mcp|gauntlet)\/|\/packages\/(?:engine|protocol|runtime)\/src\/index\.ts$/
  expect(loaded.filter((url) => heavy.test(url))).toEqual([])
  expect(loaded.some((url) => url.endsWith('/runs/status.ts'))).toBe(true)
})
