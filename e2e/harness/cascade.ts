import type { Page } from '@playwright/test';

/**
 * What of the look of the page hangs on the order in which style sheets happen to be loaded: a property of an element for
 * which the strongest rules, of the same cascade layer and specificity, stand in two files and differ. Also every rule of a
 * linked style sheet outside a layer, which would beat all that are in one.
 */
export async function cascadeFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Rule {
      readonly selector: string;
      readonly pseudo: string;
      readonly layer: string;
      readonly weight: number;
      readonly file: string;
      readonly style: CSSStyleDeclaration;
    }
    const faults = new Set<string>();

    /** The parts between commas that stand in no parentheses. */
    const parts = (text: string): string[] => {
      const found = [''];
      let depth = 0;
      for (const letter of text) {
        if (letter === '(' || letter === '[') depth += 1;
        if (letter === ')' || letter === ']') depth -= 1;
        if (letter === ',' && depth === 0) found.push('');
        else found[found.length - 1] += letter;
      }
      return found.map((part) => part.trim());
    };
    /** Selectors 4, section 17: ids, then classes, attributes and pseudo-classes, then types and pseudo-elements. */
    const weigh = (selector: string): number => {
      let rest = selector;
      let sum = 0;
      const nested = /:(is|not|has|where|host)\(((?:[^()]|\([^()]*\))*)\)/;
      for (let match = nested.exec(rest); match; match = nested.exec(rest)) {
        if (match[1] !== 'where') sum += Math.max(...parts(match[2] ?? '').map(weigh));
        rest = rest.replace(match[0], '');
      }
      const count = (pattern: RegExp, each: number) => {
        sum += (rest.match(pattern) ?? []).length * each;
        rest = rest.replace(pattern, ' ');
      };
      count(/\[[^\]]*\]/g, 1_000);
      count(/::[\w-]+(\([^)]*\))?/g, 1);
      count(/#[\w-]+/g, 1_000_000);
      count(/\.[\w-]+/g, 1_000);
      count(/:[\w-]+(\([^)]*\))?/g, 1_000);
      count(/[a-z][\w-]*/gi, 1);
      return sum;
    };

    const order = new Map<string, number>();
    const rules: Rule[] = [];
    const gather = (list: CSSRuleList, layer: string, sheet: string): void => {
      for (const rule of list) {
        if (rule instanceof CSSLayerStatementRule) {
          for (const name of rule.nameList) if (!order.has(name)) order.set(name, order.size);
        } else if (rule instanceof CSSLayerBlockRule) {
          if (!order.has(rule.name)) faults.add(`a layer without a place: ${rule.name}`);
          gather(rule.cssRules, rule.name, sheet);
        } else if (rule instanceof CSSMediaRule) {
          if (matchMedia(rule.conditionText).matches) gather(rule.cssRules, layer, sheet);
        } else if (rule instanceof CSSStyleRule) {
          if (!layer && sheet) faults.add(`outside a layer: ${rule.selectorText}`);
          for (const whole of parts(rule.selectorText)) {
            const pseudo = /::[\w-]+(\([^)]*\))?/.exec(whole)?.[0] ?? '';
            // The name that Vite gives to a class of a module: _local_hash_line.
            const file = /\._[\w-]+?_([\w-]{5,6})_\d+/.exec(whole)?.[1] ?? `${sheet} ${layer}`;
            const selector = whole.replace(/::[\w-]+(\([^)]*\))?/g, '') || '*';
            rules.push({ selector, pseudo, layer, weight: weigh(whole), file, style: rule.style });
          }
        } else if (!layer && sheet && !(rule instanceof CSSFontFaceRule)) {
          faults.add(`outside a layer: ${rule.cssText.slice(0, 60)}`);
        }
      }
    };
    for (const sheet of document.styleSheets) gather(sheet.cssRules, '', sheet.href ?? '');

    const strength = ({ layer, weight }: Rule) => (order.get(layer) ?? 99) * 1e9 + weight;
    const matched = new Map<Element, number[]>();
    for (const [place, rule] of rules.entries()) {
      let elements: Iterable<Element> = [];
      try {
        elements = document.querySelectorAll(rule.selector);
      } catch {
        // A selector of another browser.
      }
      for (const element of elements) {
        const places = matched.get(element);
        if (places) places.push(place);
        else matched.set(element, [place]);
      }
    }
    const seen = new Set<string>();
    for (const [element, places] of matched) {
      // Elements of one name under the same rules have the same faults.
      const kind = `${element.tagName} ${places}`;
      if (seen.has(kind)) continue;
      seen.add(kind);
      const strongest = new Map<string, Rule[]>();
      for (const place of places) {
        const rule = rules[place] as Rule;
        for (const property of rule.style) {
          const key = `${rule.pseudo} ${property}`;
          const [first, ...others] = strongest.get(key) ?? [];
          if (!first || strength(rule) > strength(first)) strongest.set(key, [rule]);
          else if (strength(rule) === strength(first)) strongest.set(key, [first, ...others, rule]);
        }
      }
      for (const [key, tied] of strongest) {
        const [first] = tied;
        const property = key.split(' ')[1] ?? '';
        const value = (rule: Rule) => rule.style.getPropertyValue(property) || rule.style.cssText;
        const other = tied.find((rule) => first && rule.file !== first.file && value(rule) !== value(first));
        if (first && other)
          faults.add(
            `the order of two files decides ${property} of ${element.tagName.toLowerCase()}: ` +
              `${first.selector} (${value(first).slice(0, 40)}) and ${other.selector} (${value(other).slice(0, 40)}) in ${first.layer}`,
          );
      }
    }
    return [...faults];
  });
}
