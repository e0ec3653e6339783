import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { withArticle } from './article.ts'

test('a role has the article that it is said with', () => {
  proves('ROOM-86')
  const an =
    'architect accessibility expert, engineer, illustrator, operations lead, umbrella brand owner, undertaker, unimpressed customer, heir, honest critic, sre, mlx, ML engineer, ai ethicist, api designer, seo specialist, hr lead, 8-bit artist, Ökonom, Editor'
  const a =
    'designer, developer, pm, qa, copywriter, user, user advocate, ux writer, UX designer, unicorn, university teacher, union man, utility player, euro expert, one-man band, tester, cto, ceo, ciso, historian, security expert, dba, PM, 3d artist'
  const wrong = (article: string, roles: string): readonly string[] =>
    roles
      .split(', ')
      .map(withArticle)
      .filter((text) => !text.startsWith(`${article} `))
  expect(wrong('an', an)).toEqual([])
  expect(wrong('a', a)).toEqual([])
})
