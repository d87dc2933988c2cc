/** What can be done on a page? Tasks are filtered, and traces are shown when asked for: as text, never as markup. */

export const PAGE_SCRIPT = `
'use strict';
(function () {
  var data = JSON.parse(document.getElementById('data').textContent);
  function make(name, className, text) {
    var node = document.createElement(name);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  }
  function block(parent, title, text) {
    if (text === null || text === undefined) return;
    parent.append(make('h4', '', title));
    var pre = make('pre', 'text', text === '' ? '(empty)' : text);
    pre.dir = 'auto';
    parent.append(pre);
  }
  function traceOf(parent, hash) {
    var trace = hash === null ? undefined : data.traces[hash];
    if (trace === undefined) {
      parent.append(make('p', 'notes', hash === null ? 'Nothing ran.' :
        'The trace is not in this page; it lies beside the job in traces/' + hash + '.json.gz'));
      return;
    }
    trace.turns.forEach(function (turn) {
      var box = make('div', 'turn');
      box.append(make('strong', '', turn.role + ' · agent ' + (turn.agent + 1) + ' · round ' + (turn.round + 1) +
        (turn.finish === 'stop' ? '' : ' · ended by ' + turn.finish)));
      var read = document.createElement('details');
      read.append(make('summary', '', 'what it read'));
      var pre = make('pre', 'text', turn.input);
      pre.dir = 'auto';
      read.append(pre);
      box.append(read);
      var said = make('pre', 'text', turn.output === '' ? '(empty)' : turn.output);
      said.dir = 'auto';
      box.append(said);
      parent.append(box);
    });
    if (trace.votes.length > 0) {
      block(parent, 'votes', trace.votes.map(function (vote) {
        return 'agent ' + (vote.agent + 1) + ': ' + (vote.key === null ? '(no vote)' : vote.key);
      }).join('\\n'));
    }
    block(parent, 'read as', JSON.stringify(trace.parsed, null, 2));
  }
  function armOf(parent, title, arm) {
    parent.append(make('h3', '', title + ': ' + (arm.score === null ? 'not observed' : 'score ' + arm.score)));
    block(parent, 'answer', arm.answer);
    block(parent, 'why', arm.failure);
    var details = document.createElement('details');
    details.append(make('summary', '', 'trace of the ' + title + ' team'));
    details.addEventListener('toggle', function () {
      if (details.open && details.children.length === 1) traceOf(details, arm.trace);
    });
    parent.append(details);
  }
  document.querySelectorAll('button[data-task]').forEach(function (button) {
    button.addEventListener('click', function () {
      var row = button.closest('tr');
      var open = button.getAttribute('aria-expanded') === 'true';
      button.setAttribute('aria-expanded', String(!open));
      if (open) { row.nextElementSibling.remove(); return; }
      var task = data.tasks[Number(button.dataset.task)];
      var panel = make('tr', 'panel');
      var cell = make('td');
      cell.colSpan = row.children.length;
      block(cell, 'expected', task.expected);
      armOf(cell, 'seed', task.seed);
      armOf(cell, 'frozen', task.frozen);
      panel.append(cell);
      row.after(panel);
    });
  });
  document.querySelectorAll('input[name=show]').forEach(function (input) {
    input.addEventListener('change', function () {
      var shown = 0;
      document.querySelectorAll('#task-rows > tr').forEach(function (row) {
        if (row.className === 'panel') { row.previousElementSibling.querySelector('button').setAttribute('aria-expanded', 'false'); row.remove(); return; }
        row.hidden = !(input.value === 'all' || row.dataset.kinds.split(' ').indexOf(input.value) >= 0);
        if (!row.hidden) shown += 1;
      });
      document.getElementById('shown').textContent = shown + ' tasks shown';
    });
  });
  document.getElementById('filters').hidden = false;
})();
`;
