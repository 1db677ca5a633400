import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ABILITY_NAMES,
  changesSomething,
  isAllowed,
  isRole,
  managedRoles,
  mayChange,
  needsStepUp,
  ROLES,
  type Role,
  seenRoles,
  sideOf,
} from '../../src/core/roles.ts';

const abilitiesOf = (role: Role) => ABILITY_NAMES.filter((ability) => isAllowed(role, ability));

describe('roles', () => {
  it('belong to one side each, and an owner has every permission', () => {
    assert.deepEqual(abilitiesOf('owner'), ABILITY_NAMES);
    const merchants = ROLES.filter((role) => sideOf(role) === 'merchant');
    assert.deepEqual(merchants, ['merchant_owner', 'merchant_developer', 'merchant_viewer']);
    for (const text of ['admin', '', 'constructor', '__proto__', 'Owner']) assert.ok(!isRole(text), text);
    assert.ok(ROLES.every(isRole));
  });

  it('auditor and merchant_viewer may only read, and only changes need a step-up', () => {
    assert.deepEqual(
      ROLES.filter((role) => !mayChange(role)),
      ['auditor', 'merchant_viewer'],
    );
    assert.ok(ABILITY_NAMES.filter(needsStepUp).every(changesSomething));
  });

  it('have the permissions that their names suggest', () => {
    const has = (role: Role, wanted: string[], not: string[]) => {
      const abilities: string[] = abilitiesOf(role);
      for (const ability of wanted) assert.ok(abilities.includes(ability), `${role} ${ability}`);
      for (const ability of not) assert.ok(!abilities.includes(ability), `${role} not ${ability}`);
    };
    has(
      'support',
      ['payments.verify', 'deliveries.resend', 'payments.note'],
      ['keys.create.test', 'exports', 'audit.read'],
    );
    has('auditor', ['exports', 'audit.read', 'users.read'], ['payments.verify', 'payments.note']);
    has('operator', ['discrepancies.settle', 'team.manage', 'rates.set'], ['users.manage', 'users.read']);
    has(
      'merchant_owner',
      ['keys.create.live', 'team.manage', 'websites.callback', 'secrets.roll'],
      [...['websites.approve_card', 'websites.create', 'users.read', 'audit.read', 'system.read', 'payments.verify']],
    );
    has(
      'merchant_developer',
      ['keys.create.test', 'deliveries.resend', 'payments.test'],
      ['keys.create.live', 'team.read'],
    );
    assert.deepEqual(abilitiesOf('merchant_viewer').filter(changesSomething), []);
  });

  it('of a merchant have no permission that is only for operators', () => {
    const onlyOperators = [
      'discrepancies.settle',
      'reconcile.read',
      'rates.read',
      'system.read',
      'audit.read',
      'users.read',
    ];
    for (const role of ROLES.filter((each) => sideOf(each) === 'merchant')) {
      assert.deepEqual(
        abilitiesOf(role).filter((ability) => onlyOperators.includes(ability)),
        [],
      );
    }
  });

  it('manage only users whom they see, and only the owner manages users of the operator', () => {
    for (const role of ROLES) {
      const managed = managedRoles(role);
      assert.ok(
        managed.every((each) => seenRoles(role).includes(each)),
        role,
      );
      if (role !== 'owner')
        assert.ok(
          managed.every((each) => sideOf(each) === 'merchant'),
          role,
        );
    }
    assert.deepEqual(managedRoles('owner'), ROLES);
    assert.deepEqual(managedRoles('support'), []);
  });
});
