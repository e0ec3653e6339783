/** Test-only: memory banks in the forms that other tools write, in words of our own. */

export interface Sample {
  readonly what: string
  readonly files: Readonly<Record<string, string>>
  /** What a check finds, as `rule file:line`. */
  readonly found: readonly string[]
}

const head = (title: string): string =>
  `# ${title}\n*v1.0 | Created: 2025-08-05 | Updated: 2025-08-06*\n*Π: DEVELOPMENT | Ω: PLAN*\n`

/** The framework of the design, plan and test loops, as its initialisation lays it. */
const loops: Sample = {
  what: 'the bank of the loops, with plans of modules',
  files: {
    'projectbrief.md': `${head('σ₁: Project Brief')}
## 🏆 Overview
A shop that sells letters.

## 📋 Requirements
- [R₁] Somebody logs in ∧ buys
- [R₂] ∃ price ∀ letter
- [R₃] Nothing is sold twice ⚠️
`,
    'systemPatterns.md': `${head('σ₂: System Patterns')}
## 🏛️ Architecture Overview
auth → shop ↔ prices; see [↗️σ₁:R₁] and [↗️σ₁:Overview].

## Modules
- \`auth\`: who somebody is
- \`shop\`: what is sold [needs: auth]
`,
    'techContext.md': `${head('σ₃: Technical Context')}
## 🛠️ Technology Stack
- 🖥️ Frontend: none
`,
    'activeContext.md': `${head('σ₄: Active Context')}
## 🔮 Current Focus
plan_session_id: PLAN_20250805
tdd_mode: false            # true | false

## 🤝 Agent Handoff
handoff_summary: |          # Context for next agent
  [Handoff details here]

## 🔗 Cross-References
- Brief: [↗️σ₁:Overview]
- Patterns: [↗️σ₂:Architecture]
- Tech: [↗️σ₃:Stack]
- Progress: [↗️σ₅:Status]
`,
    'progress.md': `${head('σ₅: Progress Tracker')}
## 📈 Project Status
Completion: 40%
TDD Cycles Completed: 1/2

## ✓ Execution Checklist
σ₅.execution_checklist: []  # Validation steps

### TDD Module Progress
/memory-bank/modules/auth/tdd_plan.md - ✅
/memory-bank/modules/shop/tdd_plan.md - [Status]

Batch₁: (parallel 1)
□ TDD₁: login() → ℜ→ℜᴳ→ℜᶠ [auth] ✅
`,
    'symbols.md': `# 🔣 Symbol Reference Guide
- σ₁: Project Brief → projectbrief.md
- Standard: [↗️σ₁:R₉]
`,
    'modules/auth/design.md':
      '# auth\n\nMeets [↗️σ₁:R₁|Γ₃].\n\n## Interface\n\n```ts\nexport function login(): void\n```\n',
    'modules/auth/tdd_plan.md': 'Batch₁: (parallel 1)\n□ TDD₁: Login (login) → ℜ→ℜᴳ→ℜᶠ [files: src/auth.ts]\n',
    'modules/shop/design.md': '# shop\n\n## Interface\n\n```ts\nexport function sell(): void\n```\n',
  },
  found: [],
}

/** A framework of modes, whose sixth file keeps what is protected. */
const modes: Sample = {
  what: 'the bank of a framework of modes, with six files, titles in italics and line ends of Windows',
  files: Object.fromEntries(
    Object.entries({
      'projectbrief.md':
        '# σ₁: Project Brief\n\n_v1.0_\n\n## Overview\n\nA bot.\n\n- [R₁] It trades.\n- [R₁] It stops.\n',
      'systemPatterns.md': '# σ₂: System Patterns\n\n## Design Decisions\n\nBy [↗️σ₁:R₁].\n',
      'techContext.md': '# σ₃: Technical Context\n\n## Technology Stack\n\n- Python\n',
      'activeContext.md':
        '# σ₄: Active Context\n\n## Cross-References\n\n- Protection: [↗️σ₆:Registry]\n- Progress: [↗️σ₅:Milestones]\n',
      'progress.md':
        '# σ₅: Progress Tracker\n\n**Completion: 90%**\n\n### ✅ Completed Milestones\n\n- [x] **Upgrade COMPLETED** 🎉\n',
      'protection.md': '# σ₆: Protection Registry\n',
      'symbols.md': '# Symbols\n\n- Standard: [↗️σ₁:R₁]\n',
    }).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]),
  ),
  found: ['section-twice projectbrief.md:10', 'slot-unknown activeContext.md:5'],
}

/** Files of a memory bank as an editor's agent keeps them: other capitals, no signs, more files. */
const editor: Sample = {
  what: 'the bank of an editor’s agent, without signs and references',
  files: {
    'projectBrief.md': '# Project Brief\n\nA site.\n',
    'productContext.md': '# Product Context\n\nWhy it exists.\n',
    'systemPatterns.md': '\ufeff# System Patterns\n\nPages and parts.\n',
    'techContext.md': '# Tech Context\n',
    'activeContext.md': '# Active Context\n\nNext: the menu',
    'progress.md': '# Progress\n\n- [x] The home page\n- [ ] The menu\n',
  },
  found: [],
}

/** The least that the specification of the loops knows: slots by their signs, references by ids. */
const bare: Sample = {
  what: 'a bank with some of the slots, and references that lead nowhere',
  files: {
    'systemPatterns.md': '## R3 Ports\n\nGates ⟷ agents ⟲.\n',
    'progress.md':
      'σ₅.tdd_cycles by [↗️σ₂:R3], not [↗️σ₂:R4], [↗️σ₃:R1] or [↗️σ₂]\n```\n[↗️σ₂:R9]\n```\n`[↗️σₓ:Rₓ]` ¬ [↗️σₓ:Rₓ]\n',
    'modules/shop/tdd_plan.md': '□ TDD₁: Buy (buy) [↗️σ₁:R1]\n',
  },
  found: [
    'file-missing projectbrief.md',
    'file-missing techContext.md',
    'file-missing activeContext.md',
    'reference-broken progress.md:1',
    'reference-broken progress.md:1',
    'reference-unreadable progress.md:1',
    'design-missing modules/shop/tdd_plan.md',
    'reference-broken modules/shop/tdd_plan.md:1',
  ],
}

export const samples: readonly Sample[] = [loops, modes, editor, bare]
