import { tableError } from './fake-answers';

export interface RecordedCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

type Cell = string | number | boolean | null | undefined;
export type Row = Record<string, Cell>;
export type Tables = Record<string, Row[] | undefined>;

const notFilters = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']);

/** A `like` pattern as a regular expression: `%` and `*` any run, `_` one character, a backslash escapes. */
function pattern(text: string): RegExp {
  const source = text.replace(
    /\\(.)|([%*])|(_)|([.+?^${}()|[\]])/gs,
    (_, escaped?: string, run?: string, one?: string, other?: string) => {
      if (escaped !== undefined) return `\\u{${escaped.codePointAt(0)?.toString(16) ?? ''}}`;
      if (run) return '.*';
      return one ? '.' : `\\${other ?? ''}`;
    },
  );
  return new RegExp(`^${source}$`, 'isu');
}

function unquote(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}

function matches(row: Row, column: string, condition: string): boolean {
  const negated = condition.startsWith('not.');
  const rest = negated ? condition.slice(4) : condition;
  const dot = rest.indexOf('.');
  const operator = rest.slice(0, dot);
  const value = unquote(rest.slice(dot + 1));
  const cell = row[column];
  const text = cell === null || cell === undefined ? null : String(cell);
  const outcome = ((): boolean => {
    if (operator === 'is') return value === 'null' ? text === null : text === value;
    if (text === null) return false;
    switch (operator) {
      case 'eq':
        return text === value;
      case 'neq':
        return text !== value;
      case 'gte':
        return text >= value;
      case 'lte':
        return text <= value;
      case 'gt':
        return text > value;
      case 'lt':
        return text < value;
      case 'like':
      case 'ilike':
        return pattern(value).test(text);
      case 'in':
        return value.slice(1, -1).split(',').map(unquote).includes(text);
      default:
        throw new Error(`The double does not speak ${operator}`);
    }
  })();
  return outcome !== negated;
}

/** Splits `a.eq.1,and(b.eq.2,c.eq."x,y")` at its own commas. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '(') depth += 1;
    else if (!isQuoted && character === ')') depth -= 1;
    else if (!isQuoted && depth === 0 && character === ',') {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...terms, text.slice(start)];
}

function matchesLogic(row: Row, operator: string, group: string): boolean {
  const outcomes = splitTerms(group.slice(1, -1)).map((term) => {
    const nested = /^(and|or)(\(.*\))$/s.exec(term);
    if (nested?.[1] && nested[2]) return matchesLogic(row, nested[1], nested[2]);
    const dot = term.indexOf('.');
    return matches(row, term.slice(0, dot), term.slice(dot + 1));
  });
  return operator === 'or' ? outcomes.some(Boolean) : outcomes.every(Boolean);
}

/** `report_versions=is.null&report_versions.number=gt.2`: whether the report has no version that meets the rest. */
function hasNoVersion(tables: Tables, row: Row, query: URLSearchParams): boolean {
  const conditions = [...query]
    .map(([key, value]) => [key.replace('report_versions.', ''), key, value] as const)
    .filter(([column, key]) => column !== key && !notFilters.has(column));
  return !tables.report_versions?.some(
    (version) =>
      version.consultation_id === row.id && conditions.every(([column, , value]) => matches(version, column, value)),
  );
}

function filtered(tables: Tables, rows: Row[], query: URLSearchParams): Row[] {
  const conditions = [...query].filter(([key]) => !notFilters.has(key) && !key.includes('.'));
  return rows.filter((row) =>
    conditions.every(([key, value]) => {
      if (key === 'report_versions') return hasNoVersion(tables, row, query);
      return key === 'or' || key === 'and' ? matchesLogic(row, key, value) : matches(row, key, value);
    }),
  );
}

function ordered(rows: Row[], order: string | null): Row[] {
  if (!order) return rows;
  const keys = order.split(',').map((part) => part.split('.'));
  return [...rows].sort((left, right) => {
    for (const [column = '', direction] of keys) {
      const result = String(left[column]).localeCompare(String(right[column]), 'it');
      if (result !== 0) return direction === 'desc' ? -result : result;
    }
    return 0;
  });
}

function embedded(tables: Tables, row: Row, select: string): Record<string, unknown> {
  if (select.includes('user_subscriptions(')) {
    const periods = tables.user_subscriptions?.filter(({ user_id: owner }) => owner === row.id) ?? [];
    return { ...row, user_subscriptions: periods };
  }
  if (select.includes('report_versions(')) {
    const versions = tables.report_versions?.filter(({ consultation_id: report }) => report === row.id) ?? [];
    const newest = versions.sort((left, right) => Number(right.number) - Number(left.number));
    return { ...embedded(tables, row, select.replace('report_versions(', '')), report_versions: newest };
  }
  const embed = /(?:(\w+):)?patients(?:![\w]+)*\(/.exec(select);
  if (!embed) return row;
  return { ...row, [embed[1] ?? 'patients']: tables.patients?.find(({ id }) => id === row.patient_id) ?? null };
}

function answerRows(tables: Tables, all: Row[], call: RecordedCall, status: number): Response {
  const { query, headers, method } = call;
  const select = query.get('select') ?? '*';
  const offset = Number(query.get('offset') ?? 0);
  const limit = Number(query.get('limit') ?? 1000);
  const page = ordered(all, query.get('order'))
    .slice(offset, offset + limit)
    .map((row) => embedded(tables, row, select));
  const range = page.length === 0 ? '*' : `${offset}-${offset + page.length - 1}`;
  const answerHeaders = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Range': `${range}/${all.length}`,
  };
  if (headers.get('accept')?.includes('vnd.pgrst.object')) {
    if (page.length !== 1) {
      const error = {
        code: 'PGRST116',
        message: 'not singular',
        details: `The result contains ${page.length} rows`,
        hint: null,
      };
      return new Response(JSON.stringify(error), { status: 406, headers: answerHeaders });
    }
    return new Response(JSON.stringify(page[0]), { status, headers: answerHeaders });
  }
  return new Response(method === 'HEAD' ? null : JSON.stringify(page), { status, headers: answerHeaders });
}

/** The part of the table protocol that the screens use. */
export function answerTable(tables: Tables, call: RecordedCall, userId: string | undefined): Response {
  const name = call.path.slice('/rest/v1/'.length);
  const rows = tables[name];
  if (!rows) return tableError(404, 'PGRST205', name);
  const wantsRows = call.headers.get('prefer')?.includes('return=representation') === true;
  switch (call.method) {
    case 'POST': {
      const given = (Array.isArray(call.body) ? call.body : [call.body]) as Row[];
      const added = given.map((row) => ({
        id: crypto.randomUUID(),
        created_at: new Date().toISOString(),
        user_id: userId,
        ...row,
      }));
      rows.push(...added);
      return wantsRows ? answerRows(tables, added, call, 201) : new Response(null, { status: 201 });
    }
    case 'PATCH': {
      const changed = filtered(tables, rows, call.query);
      for (const row of changed) Object.assign(row, call.body);
      return wantsRows ? answerRows(tables, changed, call, 200) : new Response(null, { status: 204 });
    }
    case 'DELETE': {
      const gone = new Set(filtered(tables, rows, call.query));
      tables[name] = rows.filter((row) => !gone.has(row));
      return wantsRows ? answerRows(tables, [...gone], call, 200) : new Response(null, { status: 204 });
    }
    default:
      return answerRows(tables, filtered(tables, rows, call.query), call, 200);
  }
}
