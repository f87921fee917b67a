// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the left column: a label at the left, a field at the right, and under them, only when something is wrong, the sentence that
// says what. GUI thread only.
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

namespace attnscope {

class FormRow : public QWidget {
    Q_OBJECT
public:
    /// Takes the field; the label is its buddy.
    FormRow(const QString& label, QWidget* field, QWidget* parent = nullptr);

    void setProblem(const QString& problem); ///< empty: hides the line
    [[nodiscard]] QString problem() const { return m_problemText; }

private:
    QLabel* m_problem;
    QString m_problemText;
};

/// A combo box in the size of a form field.
[[nodiscard]] QComboBox* makeFormCombo(const QStringList& items, const QString& accessibleName);

/// A fact of the left column: faint key, muted value at the right edge that elides.
class FactRow : public QWidget {
    Q_OBJECT
public:
    FactRow(const QString& key, const QString& value, const QString& tone = QStringLiteral("muted"),
        QWidget* parent = nullptr);
    void setValue(const QString& value, const QString& explanation = {});
    [[nodiscard]] QString value() const;

private:
    class ElidedLabel* m_value;
};

} // namespace attnscope
