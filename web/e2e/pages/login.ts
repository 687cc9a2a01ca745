import type { Page } from '@playwright/test';
import type { Doctor } from '../fixtures/test.ts';

export class LoginPage {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async signUp(doctor: Doctor): Promise<void> {
    await this.page.goto('/login');
    await this.fillSignUp(doctor);
    await this.page.waitForURL('**/app');
  }

  async fillSignUp({ name, email, password }: Doctor): Promise<void> {
    await this.page.getByRole('tab', { name: 'Registrati' }).click();
    await this.page.getByLabel('Nome completo').fill(name);
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByLabel('Conferma password').fill(password);
    await this.page.getByRole('button', { name: 'Registrati' }).click();
  }

  async signIn({ email, password }: Doctor): Promise<void> {
    await this.page.goto('/login');
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Accedi' }).click();
    await this.page.waitForURL('**/app');
  }

  async signOut(): Promise<void> {
    await this.page.goto('/app');
    await this.page.getByRole('button', { name: 'Esci' }).click();
    await this.page.waitForURL('**/login');
  }
}
