// SPDX-License-Identifier: GPL-3.0-or-later
// TableView: the table view of every tab: rows of 24 px, sorting, filter, Ctrl-C as TSV, Enter or double click activates a row.
// Sorting and filtering go through a proxy over TableRole::kSort and kFilter. GUI thread only; a repaint costs the visible rows.
#pragma once

#include <QTableView>

#include <functional>

class QHBoxLayout;
class QSortFilterProxyModel;

namespace attnscope {

class TableView : public QTableView {
    Q_OBJECT
public:
    explicit TableView(const QString& accessibleName, QWidget* parent = nullptr);

    /// Shows the model through the proxy. Sorting starts off: rows stand in the model's order until a header is clicked.
    void setSource(QAbstractItemModel* model);
    [[nodiscard]] const QAbstractItemModel* shown() const { return model(); }
    [[nodiscard]] int sourceRow(const QModelIndex& index) const;
    void selectSourceRow(int row); ///< −1 clears; sends no rowChosen
    void setFilter(const QString& text);
    /// Selected rows, or all, to the clipboard.
    void copyAsTsv() const;
    /// Widths for a table of the given columns, in design px; −1 stretches. Applied whenever the model's columns are reset.
    void setWidths(const QList<int>& widths);

signals:
    void rowChosen(int sourceRow); ///< the user moved to the row
    void rowActivated(int sourceRow); ///< Enter or double click

protected:
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void applyWidths();

    QSortFilterProxyModel* m_proxy;
    QList<int> m_widths;
    bool m_quiet = false;
    bool m_byKeyboard = false; ///< the focus is shown: keys move it
};

/// Adds the buttons "Copy TSV", of the table that `table` returns, and "Export CSV…" to a row. Both act while `owner` lives.
void addExportButtons(
    QHBoxLayout* row, QObject* owner, std::function<TableView*()> table, std::function<void()> exportTable);

} // namespace attnscope
