import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { accessibilityFaults } from './harness/axe.ts';
import { password } from './harness/duet.ts';
import { expect, test } from './harness/test.ts';

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

for (const { language, title, sentence } of [
  { language: 'en', title: 'Where you are signed in', sentence: /New since .+ Not you\?/ },
  { language: 'ro', title: 'Dispozitive conectate', sentence: /Nou din .+ Nu ai fost tu\?/ },
] as const) {
  test(`a sign-in from a new device is marked in the list of devices, no other (${language})`, async ({
    duet,
    as,
  }) => {
    const person = await duet.person();
    await duet.signIn(person.username);
    await person.api.call(accountsEndpoints['accounts.savePreferences'], { body: { language } });
    const page = await as(person, '/profile');
    const devices = page.getByRole('region', { name: title });
    await expect(devices.getByRole('listitem')).toHaveCount(2);
    await expect(devices.getByText(sentence)).toHaveCount(0);

    const data = { username: person.username, password };
    const { ok } = await fetch(`${duet.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify(data),
    });
    expect(ok).toBe(true);
    await page.reload();
    await expect(devices.getByRole('listitem')).toHaveCount(3);
    const marked = devices.getByRole('listitem').filter({ hasText: sentence });
    await expect(marked).toHaveCount(1);
    await expect(marked).toContainText('Firefox · Linux');
    expect(await accessibilityFaults(page)).toEqual([]);
  });
}
